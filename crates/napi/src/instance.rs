//! All that this addon keeps for one environment: the main thread or one worker.

use crate::channels::Channels;
use crate::children::Children;
use crate::environment::Environment;
use crate::handed_over::HandedOver;
use napi::bindgen_prelude::{Env, Result};
use napi::sys;
use std::ffi::c_void;
use std::rc::Rc;

/// The addon's state in one environment, kept in its instance data.
pub(crate) struct Instance {
    environment: Rc<Environment>,
    /// The children that this environment started and that still run.
    pub children: Rc<Children>,
    /// The channels that are open.
    pub channels: Rc<Channels>,
    /// The pipes' ends that are on their way to a stream.
    pub handed_over: HandedOver,
}

impl Instance {
    /// The environment's instance; made at the first call.
    ///
    /// # Errors
    /// `GenericFailure` where the runtime has no libuv event loop.
    pub fn of(env: Env) -> Result<Rc<Self>> {
        if let Some(instance) = env.get_instance_data::<Rc<Self>>()? {
            return Ok(Rc::clone(instance));
        }
        let environment = Rc::new(Environment::new(env)?);
        let channels = Rc::new(Channels::new(&environment));
        let instance = Rc::new(Self {
            children: Rc::new(Children::new(&environment, &channels)),
            environment,
            channels,
            handed_over: HandedOver::default(),
        });
        env.set_instance_data(Rc::clone(&instance), (), |_| {})?;
        instance.clean_up_at_exit()?;
        Ok(instance)
    }

    /// Without this, the loop of a worker that ends would be closed with handles on it, which aborts the process.
    fn clean_up_at_exit(self: &Rc<Self>) -> Result<()> {
        let data = Rc::into_raw(Rc::clone(self)).cast_mut().cast::<c_void>();
        // SAFETY: `data` is a strong count of this instance, which the hook takes back when it is called, once.
        unsafe { self.environment.add_cleanup_hook(clean_up, data) }
    }
}

/// Called when the environment ends and its streams are closed: gives the living children away, and closes every watch and what was on its way to a
/// stream; the hook is removed, and so the end goes on, when libuv has closed the last watch.
unsafe extern "C" fn clean_up(hook: sys::napi_async_cleanup_hook_handle, data: *mut c_void) {
    // SAFETY: the count that `clean_up_at_exit` put there.
    let instance = unsafe { Rc::from_raw(data.cast_const().cast::<Instance>()) };
    instance.children.give_away();
    instance.channels.close_all();
    instance.handed_over.close_untaken();
    instance.environment.open_handles.when_none(Box::new(move || {
        // SAFETY: the hook's own handle, removed once.
        unsafe { sys::napi_remove_async_cleanup_hook(hook) };
    }));
}
