//! What JavaScript is called with at the end of a child.

use crate::usage;
use napi::bindgen_prelude::{JsValuesTupleIntoVec, Result, ToNapiValue};
use napi::sys;
use rt_process::ResourceUsage;
use std::iter;

/// How a child ended.
pub(crate) struct End {
    /// The exit code, or a negative error number when that cannot be known.
    pub code: i32,
    /// The number of the signal that ended it, or 0.
    pub signal: i32,
    /// What it used, if that is known.
    pub usage: Option<ResourceUsage>,
}

impl End {
    /// The code, the signal, and what it used (`ts/child_process/native/resource-usage.ts`).
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        [f64::from(self.code), f64::from(self.signal)]
            .into_iter()
            .chain(self.usage.iter().flat_map(usage::numbers))
    }
}

/// The arguments of an exit listener: the child's id and, where it was reaped, its end as numbers.
///
/// Arguments and no array, for which each number would take a call of Node-API that looks for the
/// place of a property.
pub(crate) struct ExitArguments {
    pub id: u32,
    pub end: Option<End>,
}

impl JsValuesTupleIntoVec for ExitArguments {
    fn into_vec(self, env: sys::napi_env) -> Result<Vec<sys::napi_value>> {
        let numbers = self.end.iter().flat_map(End::numbers);
        iter::once(f64::from(self.id))
            .chain(numbers)
            // SAFETY: Node-API calls this with the environment of the call, in a scope.
            .map(|number| unsafe { f64::to_napi_value(env, number) })
            .collect()
    }
}
