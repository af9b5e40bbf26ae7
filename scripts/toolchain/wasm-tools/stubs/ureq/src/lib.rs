//! What wasm-pack calls of `ureq`, without a network: each request fails.

use serde::de::DeserializeOwned;
use std::fmt;
use std::io;

/// Why each request fails.
#[derive(Debug)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this build of wasm-pack has no network")
    }
}

impl std::error::Error for Error {}

/// Stands for `AgentBuilder`, `Agent` and `Request`.
pub struct Request;

/// Starts a request.
pub fn builder() -> Request {
    Request
}

impl Request {
    /// Does nothing.
    pub fn try_proxy_from_env(self, _: bool) -> Self {
        self
    }

    /// Does nothing.
    pub fn user_agent(self, _: &str) -> Self {
        self
    }

    /// Does nothing.
    pub fn build(self) -> Self {
        self
    }

    /// Does nothing.
    pub fn get(&self, _: &str) -> Self {
        Self
    }

    /// Does nothing.
    pub fn set(self, _: &str, _: &str) -> Self {
        self
    }

    /// Fails.
    pub fn call(self) -> Result<Response, Error> {
        Err(Error)
    }
}

/// What no request ever returns.
pub enum Response {}

impl Response {
    /// Is never called.
    pub fn status(&self) -> u16 {
        match *self {}
    }

    /// Is never called.
    pub fn into_json<T: DeserializeOwned>(self) -> io::Result<T> {
        match self {}
    }
}
