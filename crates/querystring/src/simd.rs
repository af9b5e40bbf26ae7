//! Which vector instructions the functions run on.

use crate::lanes::{Lanes, Native, Scalar};
use core::fmt;

/// The vector instructions that a function uses.
///
/// All give the same results. [`Simd::best`], which every function takes by itself, is right unless
/// you compare them: [`Options::simd`](crate::Options::simd) takes another. A value exists only for
/// what the processor has.
///
/// | instructions | where |
/// |---|---|
/// | AVX2 | x86-64 processors that have it: checked at run time, without `std` when compiling |
/// | SSE2 | every x86-64 processor |
/// | NEON | every 64-bit ARM processor |
/// | simd128 | WebAssembly, when compiled with `-C target-feature=+simd128` |
/// | scalar | everywhere |
///
/// ```
/// use rt_querystring::{Options, Simd};
///
/// for simd in Simd::available() {
///     let mut pairs = Options::new().simd(simd).parse("a=1%2C2");
///     assert_eq!(pairs.next(), Some(("a".into(), "1,2".into())), "{simd}");
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Simd(pub(crate) Set);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    Scalar,
    /// What every processor of the target has.
    Native,
    /// Only made where the processor has it.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Avx2,
}

impl Simd {
    /// No vector instructions: words of eight bytes.
    pub const SCALAR: Self = Self(Set::Scalar);

    const NATIVE: Self = Self(Set::Native);

    /// The fastest that this processor has.
    #[must_use]
    #[inline]
    pub fn best() -> Self {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if has_avx2() {
            return Self(Set::Avx2);
        }
        Self::NATIVE
    }

    /// All that this processor has, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let all = [Self::best(), Self::NATIVE, Self::SCALAR];
        let is_first = move |&(index, simd): &(usize, Self)| {
            all[..index].iter().all(|before| before.name() != simd.name())
        };
        all.into_iter().enumerate().filter(is_first).map(|(_, simd)| simd)
    }

    /// Its name: `AVX2`, `SSE2`, `NEON`, `simd128` or `scalar`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => Scalar::NAME,
            Set::Native => Native::NAME,
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Set::Avx2 => "AVX2",
        }
    }
}

impl Default for Simd {
    /// [`Simd::best`].
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for Simd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl fmt::Debug for Simd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Simd({self})")
    }
}

/// Whether the processor has AVX2, and what came with it.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn has_avx2() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt")
        && std::is_x86_feature_detected!("lzcnt");
    #[cfg(not(feature = "std"))]
    return cfg!(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "popcnt",
        target_feature = "lzcnt"
    ));
}

/// Makes each algorithm a method of [`Simd`] that runs on the chosen instructions, and a function
/// compiled for AVX2. It is called once in a file, behind the algorithms.
macro_rules! algorithms {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $algorithm:ident;)*) => {
        impl $crate::Simd {
            $($(#[$attribute])*
            #[inline]
            pub(crate) fn $name(self, $($argument: $type),*) -> $result {
                use $crate::simd::Set;
                match self.0 {
                    Set::Scalar => scalar::$name($($argument),*),
                    Set::Native => native::$name($($argument),*),
                    #[cfg(all(target_arch = "x86_64", not(miri)))]
                    // SAFETY: this variant is only made where the processor has AVX2, BMI1, BMI2,
                    // POPCNT and LZCNT.
                    Set::Avx2 => unsafe { avx2::$name($($argument),*) },
                }
            })*
        }

        // What is rarely chosen is a function of its own, which takes no registers from the rest.
        mod scalar {
            use super::*;
            use $crate::lanes::Words;

            $(#[inline(never)]
            pub(super) fn $name($($argument: $type),*) -> $result {
                $algorithm::<Words>($($argument),*)
            })*
        }

        mod native {
            use super::*;
            use $crate::lanes::NativeStride;

            $(#[cfg_attr(target_arch = "x86_64", inline(never))]
            #[cfg_attr(not(target_arch = "x86_64"), inline)]
            pub(super) fn $name($($argument: $type),*) -> $result {
                $algorithm::<NativeStride>($($argument),*)
            })*
        }

        #[cfg(all(target_arch = "x86_64", not(miri)))]
        mod avx2 {
            use super::*;
            use $crate::lanes::Avx2;

            $(
            /// # Safety
            /// The processor has AVX2, BMI1, BMI2, POPCNT and LZCNT.
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            pub(super) unsafe fn $name($($argument: $type),*) -> $result {
                $algorithm::<Avx2>($($argument),*)
            })*
        }
    };
}

pub(crate) use algorithms;
