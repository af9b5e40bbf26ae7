//! What the descriptors of the child are.

use super::{ChildDescriptor, Command, MOST_DESCRIPTORS};

impl Command {
    /// What descriptor 0 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stdin(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(0, descriptor)
    }

    /// What descriptor 1 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stdout(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(1, descriptor)
    }

    /// What descriptor 2 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stderr(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(2, descriptor)
    }

    /// What the descriptor of the child with this number is. Numbers from 3 upwards of which
    /// nothing is said are not open.
    ///
    /// A number that no descriptor can have makes the spawn fail with
    /// [`SpawnStep::Descriptors`](crate::SpawnStep::Descriptors):
    #[cfg_attr(
        unix,
        doc = "negative or from 2^20 upwards, with `EBADF`, as does one that the limit of this process
does not allow (`RLIMIT_NOFILE`)."
    )]
    #[cfg_attr(windows, doc = "negative or from 255 upwards, with `ERROR_NOT_SUPPORTED`.")]
    pub fn descriptor(&mut self, number: i32, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        let position = match usize::try_from(number) {
            Ok(position) if position < MOST_DESCRIPTORS => position,
            _ => {
                self.bad_number = true;
                return self;
            }
        };
        if self.descriptors.len() <= position {
            self.descriptors.resize(position + 1, ChildDescriptor::Default);
        }
        self.descriptors[position] = descriptor.into();
        self
    }

    /// What each descriptor of the child is, from 0 upwards; in place of what was said before.
    /// Fewer than three are filled up with the null device.
    #[cfg_attr(windows, doc = "More than 255 make the spawn fail.")]
    pub fn descriptors(&mut self, plan: impl Into<Vec<ChildDescriptor>>) -> &mut Self {
        self.descriptors = plan.into();
        self.bad_number = false;
        if self.descriptors.len() < 3 {
            self.descriptors.resize(3, ChildDescriptor::NullDevice);
        }
        self
    }
}
