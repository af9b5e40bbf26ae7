//! A set of processors, as the kernel takes it.

/// The most processors that a kernel can be built for (`NR_CPUS`).
const MOST: usize = 8192;

const BITS: usize = u64::BITS as usize;

/// A bit for each processor.
type Mask = [u64; MOST / BITS];

pub(crate) const NO_CPUS: Mask = [0; MOST / BITS];

/// A set of processors, as the kernel takes it.
#[derive(Clone, Debug)]
pub(crate) struct CpuSet {
    pub mask: Box<Mask>,
    /// A number was given that no processor can have.
    pub has_impossible: bool,
}

impl FromIterator<usize> for CpuSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self {
            mask: Box::new(NO_CPUS),
            has_impossible: false,
        };
        for number in numbers {
            match set.mask.get_mut(number / BITS) {
                Some(word) => *word |= 1 << (number % BITS),
                None => set.has_impossible = true,
            }
        }
        set
    }
}
