export { announceChannel, channelEnvironmentPairs } from './channel-environment';
export type { ChannelTarget, SendOptions } from './channel-target';
export type { Control } from './control';
export type { Serialization } from './serialization';
export { setupChannel } from './setup-channel';
