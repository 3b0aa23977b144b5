/** The used part of `web-push-testing`, which has no types; its own server is not used. */
declare module 'web-push-testing/src/PushApiModel.js' {
  class PushApiModel {
    subscribe(options: { userVisibleOnly: 'true'; applicationServerKey: string }): Promise<{
      clientHash: string;
      keys: { p256dh: string; auth: string };
    }>;
    handleNotification(id: string, headers: Record<string, string | undefined>, body: Buffer): Promise<void>;
    messages: Record<string, string[]>;
  }
  const model: { PushApiModel: typeof PushApiModel };
  export default model;
}
