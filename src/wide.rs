//! Functions compiled twice: for any processor, and for one with AVX2; some a third time, for one with AVX-512. What they
//! compute is the same.

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;

/// Which instructions the inner loops use on this processor: `avx2`, with `avx512` where that helps, or `portable` for those
/// that any processor has. The results are the same.
///
/// If the environment variable `BOLSHAK_PORTABLE` is set when the library first needs to know, it is `portable` everywhere.
pub fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        return if is_widest() { "avx2, avx512" } else { "avx2" };
    }
    "portable"
}

/// Whether the processor has what the wide versions are compiled for; a load and a test once it is known.
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

/// Whether the processor has AVX-512 besides, with vectors of bit counts.
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

/// Defines a function that takes the wide version of its body where the processor has it. What the body calls must be
/// `#[inline(always)]` to become wide with it.
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

/// Defines a function as [`wide!`] does, with one more version of its body for AVX-512.
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
