//! All that this addon keeps for one environment: the main thread or one worker.

use super::children::Children;
use crate::status::check;
use napi::bindgen_prelude::{Env, Result};
use napi::sys;
use std::ffi::c_void;
use std::rc::Rc;

/// The addon's state in one environment, kept in its instance data.
pub(crate) struct Instance {
    /// The children that this environment started and that still run.
    pub children: Rc<Children>,
}

impl Instance {
    /// The environment's instance; made at the first call.
    ///
    /// # Errors
    /// What Node-API says when there is no memory.
    pub fn of(env: Env) -> Result<Rc<Self>> {
        if let Some(instance) = env.get_instance_data::<Rc<Self>>()? {
            return Ok(Rc::clone(instance));
        }
        let instance = Rc::new(Self {
            children: Children::new(env)?,
        });
        env.set_instance_data(Rc::clone(&instance), (), |_| {})?;
        let at_end = Box::into_raw(Box::new(Rc::clone(&instance)));
        // SAFETY: this is the environment's thread. The box is given back to `ended`, once.
        check(unsafe { sys::napi_add_env_cleanup_hook(env.raw(), Some(ended), at_end.cast()) })?;
        Ok(instance)
    }
}

unsafe extern "C" fn ended(instance: *mut c_void) {
    // SAFETY: the box that `of` leaked.
    let instance = unsafe { Box::from_raw(instance.cast::<Rc<Instance>>()) };
    instance.children.close();
}
