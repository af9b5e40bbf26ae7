//! All that this addon keeps for one environment: the main thread or one worker.

use crate::channels::Channels;
use crate::windows::{Children, LibuvLoop};
use napi::bindgen_prelude::{Env, Result};
use std::ffi::c_int;
use std::rc::Rc;

/// The addon's state in one environment, kept in its instance data.
pub(crate) struct Instance {
    /// The children that this environment started and that still run.
    pub children: Rc<Children>,
    /// The channels that are open.
    pub channels: Rc<Channels>,
}

impl Instance {
    /// The environment's instance; made at the first call.
    ///
    /// # Errors
    /// What Node-API says when there is no memory; an error where the program that has loaded the
    /// addon does not export libuv.
    pub fn of(env: Env) -> Result<Rc<Self>> {
        if let Some(instance) = env.get_instance_data::<Rc<Self>>()? {
            return Ok(Rc::clone(instance));
        }
        let event_loop = LibuvLoop::of(env)?;
        let channels = Rc::new(Channels::new(env.raw(), &event_loop));
        let instance = Rc::new(Self {
            children: Children::new(env, &channels)?,
            channels,
        });
        env.set_instance_data(Rc::clone(&instance), (), |_| {})?;
        let at_end = Rc::clone(&instance);
        event_loop.clean_up_at_end(env, Box::new(move || at_end.clean_up()))?;
        Ok(instance)
    }

    /// A descriptor that was handed over to JavaScript, which hands it back.
    ///
    /// # Safety
    /// It is open, and nobody else closes it.
    #[expect(clippy::unused_self, reason = "as on Linux, where the instance knows them")]
    pub const unsafe fn take_back(&self, number: c_int) -> c_int {
        number
    }

    /// When the environment ends.
    fn clean_up(&self) {
        self.children.close();
        self.channels.close_all();
    }
}
