//! Functions compiled twice, for any processor and for one with AVX2; some a third time, for AVX-512. The results are the same.

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;

/// The instructions that the inner loops use on this processor: `avx2`, `avx2, avx512`, or `portable`, which every processor has.
/// The results are the same.
///
/// It is `portable` on any processor if the environment variable `BOLSHAK_PORTABLE` is set when the library first looks.
pub fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        return if is_widest() { "avx2, avx512" } else { "avx2" };
    }
    "portable"
}

/// Whether the processor has the features of the wide versions. Costs a load and a test after the first call.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_wide() -> bool {
    static WIDE: OnceLock<bool> = OnceLock::new();
    *WIDE.get_or_init(|| {
        std::env::var_os("BOLSHAK_PORTABLE").is_none()
            && std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
    })
}

/// Whether the processor also has AVX-512 with vector bit counts.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_widest() -> bool {
    static WIDEST: OnceLock<bool> = OnceLock::new();
    *WIDEST.get_or_init(|| {
        is_wide()
            && std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512vpopcntdq")
    })
}

/// Defines a function that runs the wide version of its body where the processor has it. Functions that the body calls must be
/// `#[inline(always)]` to be wide too.
macro_rules! wide {
    (
        $(#[$doc:meta])*
        $vis:vis fn $name:ident $(<$($life:lifetime)? $(,)? $($game:ident: $bound:ident)?>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty
        $body:block
    ) => {
        $(#[$doc])*
        $vis fn $name $(<$($life,)? $($game: $bound)?>)? ($($argument: $type),*) -> $result {
            #[inline(always)]
            fn anywhere $(<$($life,)? $($game: $bound)?>)? ($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide $(<$($life,)? $($game: $bound)?>)? ($($argument: $type),*) -> $result {
                    anywhere$(::<$($game)?>)?($($argument),*)
                }
                if $crate::wide::is_wide() {
                    // SAFETY: the processor has the features that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { wide$(::<$($game)?>)?($($argument),*) };
                }
            }
            anywhere$(::<$($game)?>)?($($argument),*)
        }
    };
}

/// Defines a function like [`wide!`], with one more version for AVX-512.
macro_rules! widest {
    (
        $(#[$doc:meta])*
        $vis:vis fn $name:ident<$game:ident: $bound:ident>($($argument:ident: $type:ty),* $(,)?) -> $result:ty
        $body:block
    ) => {
        $(#[$doc])*
        $vis fn $name<$game: $bound>($($argument: $type),*) -> $result {
            $crate::wide::wide! {
                fn otherwise<$game: $bound>($($argument: $type),*) -> $result $body
            }

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn widest<$game: $bound>($($argument: $type),*) -> $result $body

                if $crate::wide::is_widest() {
                    // SAFETY: the processor has the features that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { widest::<$game>($($argument),*) };
                }
            }
            otherwise::<$game>($($argument),*)
        }
    };
}

pub(crate) use {wide, widest};
