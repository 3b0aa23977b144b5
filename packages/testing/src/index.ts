export { ensureChromium } from '@heartline/local/chromium';
export { startToxiproxy, type WireProxy } from '@heartline/local/engines';
export { buildWeb, WEB_DIR } from '@heartline/local/web';
export { type AckedMessages, historyOf, type Reader, recordAcks } from './acked-messages.ts';
export { addConversation } from './add-conversation.ts';
export { type AddedMember, addMembers, type MemberWish } from './add-members.ts';
export { addOperator, OPERATOR_COOKIE, openOperatorInbox } from './add-operator.ts';
export { addProfiles } from './add-profiles.ts';
export { type BadWire, inTurn, startBadWire, type WireFaults } from './bad-wire.ts';
export { campaignOf } from './campaign-of.ts';
export { diesAt } from './dies-at.ts';
export { drawPicture } from './draw-picture.ts';
export { oneOf, planOf } from './fault-campaign/faults.ts';
export { runSeed, type SeedReport } from './fault-campaign/run-seed.ts';
export {
  type Answer,
  type GatewayAddress,
  HttpClient,
  outcomeOf,
  Refused,
  refusalOf,
} from './http-client.ts';
export {
  REPLAYED_CAMPAIGNS,
  REPLAYED_SPLITS,
  type ReplayedSplit,
  replayedFigures,
  replaySignUp,
  replayVisit,
  visitOf,
} from './lander-replay.ts';
export { connectDevice, type LiveDevice } from './live-device.ts';
export { seeded } from './seeded.ts';
export {
  type SendOnce,
  type SendTry,
  sendByHttp,
  sendBySocket,
  sendUntilAcked,
} from './send-until-acked.ts';
export { hashOfPassword, PASSWORD, signUpForm } from './sign-up-form.ts';
export { STABLE_CHROMIUM } from './stable-chromium.ts';
export { type CoreInTest, startCore } from './start-core.ts';
export { senderOf, startTwoCores, type TwoCores } from './start-two-cores.ts';
export {
  type Person,
  startWorld,
  type World,
  type WorldHere,
  type WorldOptions,
  type WorldWithStubs,
} from './start-world.ts';
export { stateHash, stateOf } from './state-of.ts';
export { openTestEngines, sharedStripeMock, type TestEngines } from './test-engines.ts';
export { until } from './until.ts';
export { untilFrozen } from './until-frozen.ts';
