export * from './archives.ts';
export * from './batch.ts';
export * from './campaign-files.ts';
export * from './clock.ts';
export * from './dev-clock.ts';
export * from './each-alone.ts';
export * from './env.ts';
export * from './failpoints.ts';
export * from './geo.ts';
export * from './ids.ts';
export * from './limits.ts';
export { receivedEvent } from './live/adapter.ts';
export { leaveTogether, type SlowReaders } from './live/frame.ts';
export { lastingSubscriptions } from './live/lasting-subscriptions.ts';
export * from './live/publish.ts';
export * from './live/rooms.ts';
export * from './live/server.ts';
export * from './logger.ts';
export * from './mailer/mailer.ts';
export * from './metrics.ts';
export * from './mongo/append-log.ts';
export * from './mongo/connect.ts';
export * from './mongo/count-up-to.ts';
export * from './mongo/group-commit.ts';
export * from './mongo/insert-once.ts';
export * from './mongo/probe-atomicity.ts';
export * from './mongo/slices-of-time.ts';
export * from './mongo/take-out.ts';
export * from './mongo/under.ts';
export * from './outage.ts';
export * from './passwords.ts';
export { allPaymentAccounts } from './payments/account-settings.ts';
export { createPaymentAccounts } from './payments/accounts.ts';
export * from './payments/bridge/protocol.ts';
export { signWebhook } from './payments/webhook-signature.ts';
export { carriesMetadata } from './pictures/carries-metadata.ts';
export {
  PICTURE_SIZES,
  type PictureBox,
  type PictureExtent,
  PictureRefused,
  type PictureSize,
} from './pictures/picture-forms.ts';
export { createPicturePress, PRESS_LIMITS, type PressLimits } from './pictures/picture-press.ts';
export { createPlaces, type Place, type Places } from './places/places.ts';
export * from './ports.ts';
export * from './queue/queues.ts';
export * from './queue/run-workers.ts';
export * from './read-cache.ts';
export * from './redis/check-redis.ts';
export { connectRedis, type Redis } from './redis/connect.ts';
export { subscribed } from './redis/nodes.ts';
export * from './redis/presence.ts';
export * from './redis/version.ts';
export * from './renew-while.ts';
export { createSmsSender } from './sms/sms-sender.ts';
export * from './storage.ts';
export * from './web-push/push-sender.ts';
export * from './web-push/vapid-keys.ts';
export * from './wiring/connect-dependencies.ts';
export * from './wiring/connect-engines.ts';
export { isLocalHost, problemOfAddress } from './wiring/production-rules.ts';
export * from './wiring/readiness.ts';
export { runService, startWhenAvailable } from './wiring/run-service.ts';
export * from './wiring/shared-settings.ts';
export * from './wiring/start-checks.ts';
