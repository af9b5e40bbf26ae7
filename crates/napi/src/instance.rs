//! All that this addon keeps for one environment: the main thread or one worker.

use crate::channels::Channels;
use crate::children::Children;
use crate::environment::Environment;
use crate::handed_over::HandedOver;
use crate::held_pipes::HeldPipes;
use crate::terminals::Terminals;
use napi::bindgen_prelude::{Env, Result};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::rc::Rc;

/// The addon's state in one environment, kept in its instance data.
pub(crate) struct Instance {
    environment: Rc<Environment>,
    /// The children that this environment started and that still run.
    pub children: Rc<Children>,
    /// The channels that are open.
    pub channels: Rc<Channels>,
    /// The terminals of children that are open.
    pub terminals: Terminals,
    /// The pipes' ends that no stream has taken yet.
    pub handed_over: HandedOver,
    /// The pipes' ends of which JavaScript has made no stream yet.
    pub held_pipes: Rc<HeldPipes>,
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
        let environment = Rc::new(Environment::new(env)?);
        let channels = Rc::new(Channels::new(&environment));
        let instance = Rc::new(Self {
            children: Rc::new(Children::new(&environment, &channels)),
            terminals: Terminals::new(&environment),
            held_pipes: Rc::new(HeldPipes::new(&environment)),
            environment,
            channels,
            handed_over: HandedOver::default(),
        });
        env.set_instance_data(Rc::clone(&instance), (), |_| {})?;
        let at_end = Rc::clone(&instance);
        let clean_up = Box::new(move || at_end.clean_up());
        instance.environment.event_loop.clean_up_at_end(env, clean_up)?;
        Ok(instance)
    }

    /// A descriptor that was handed over to JavaScript, which hands it back.
    ///
    /// # Safety
    /// It is open, and nobody else closes it.
    pub unsafe fn take_back(&self, number: RawFd) -> OwnedFd {
        self.handed_over.forget(number);
        // SAFETY: the caller's promise.
        unsafe { OwnedFd::from_raw_fd(number) }
    }

    /// When the environment ends and its streams are closed: hands the living children to the
    /// reaper, and closes every watch and the pipes' ends that no stream has taken.
    fn clean_up(&self) {
        self.children.hand_to_reaper();
        self.channels.close_all();
        self.terminals.close_all();
        self.held_pipes.close_all();
        self.handed_over.close_untaken();
    }
}
