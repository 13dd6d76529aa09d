//! Functions compiled twice: for any processor, and for one with AVX2. What they compute is the same.

/// Whether the processor has what the wide versions are compiled for; a load and a test once it is known.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_wide() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// Defines a function that takes the wide version of its body where the processor has it. What the body calls must be
/// `#[inline(always)]` to become wide with it.
macro_rules! wide {
    (
        $(#[$doc:meta])*
        $vis:vis fn $name:ident $(<$life:lifetime>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block
    ) => {
        $(#[$doc])*
        $vis fn $name $(<$life>)? ($($argument: $type),*) -> $result {
            #[inline(always)]
            fn anywhere $(<$life>)? ($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide $(<$life>)? ($($argument: $type),*) -> $result {
                    anywhere($($argument),*)
                }
                if $crate::wide::is_wide() {
                    // SAFETY: the processor has the features that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($argument),*) };
                }
            }
            anywhere($($argument),*)
        }
    };
}

pub(crate) use wide;
