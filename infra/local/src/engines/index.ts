export { type EngineConfig, engineSchema, readEngineConfig } from './config.ts';
export { DataInUseError, deleteData, type Engine, givenEngine, type Purpose } from './engine.ts';
export { type MongoOptions, startMongo } from './mongo.ts';
export { dropDatabase } from './mongo-client.ts';
export { type RedisOptions, startRedis } from './redis.ts';
export { type RedisCluster, startRedisCluster } from './redis-cluster.ts';
export { type SteppingDown, startSteppingDown } from './stepping-down.ts';
export { type StripeMock, startStripeMock } from './stripe-mock.ts';
export { type Direction, startToxiproxy, type Toxic, type Toxiproxy, type WireProxy } from './toxiproxy.ts';
