import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseEnv } from 'node:util';
import { PHOTO_BYTES } from '@heartline/contracts';
import { gatewaySchema } from '@heartline/gateway';
import { workerSchema } from '@heartline/worker';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

/** The Kubernetes files must name the real settings, ports, paths, figures and times. */
const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'infra/kubernetes');

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}
interface Container {
  image: string;
  command: string[];
  ports: { name: string; containerPort: number }[];
  envFrom: Record<string, { name: string }>[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
}
/** The fields that these tests read of all kinds of objects. Each kind has some of them. */
interface Spec {
  template: {
    metadata: { annotations: Record<string, string> };
    spec: {
      terminationGracePeriodSeconds: number;
      containers: Container[];
      volumes: { persistentVolumeClaim?: { claimName: string } }[];
    };
  };
  scaleTargetRef: { name: string };
  metrics: { type: string; resource?: { name: string } }[];
  ports: { name: string; targetPort: string }[];
  rules: { http: { paths: { backend: { service: object } }[] } }[];
  ingress?: { ports: { port: string }[] }[];
  egress?: { ports: { port: number }[] }[];
}
interface Overlay {
  patches: { path: string; target: { kind: string; name: string } }[];
}
interface PatchStep {
  value: { pods: { metric: { name: string } } };
}
interface Thing {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: Spec;
}

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const kustomization = parseAllDocuments(read('kustomization.yaml'))[0]?.toJS() as {
  resources: string[];
  configMapGenerator: { name: string; envs: string[] }[];
  secretGenerator: { name: string; envs: string[] }[];
};
const things = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}`);
    return document.toJS() as Thing;
  }),
);
const thing = (kind: string, name: string) =>
  things.find((one) => one.kind === kind && one.metadata.name === name) as Thing;
const podOf = (name: string) => thing('Deployment', name).spec.template;
const containerOf = (name: string) => podOf(name).spec.containers[0] as Container;

const settings = parseEnv(read('settings.env'));
const secrets = parseEnv(read('secrets.env.example'));
const SERVICES = [
  { name: 'gateway', schema: gatewaySchema.shape, closeMs: 10_000 },
  { name: 'worker', schema: workerSchema.shape, closeMs: 0 },
] as const;
const isSecret = (field: { meta(): unknown }) =>
  (field.meta() as { secret?: boolean } | undefined)?.secret === true;

describe('the Kubernetes files', () => {
  it('set every required setting, and put secrets among the secrets only', () => {
    const fields = { ...gatewaySchema.shape, ...workerSchema.shape };
    const image = Object.keys(parseEnv(imageEnv()));
    for (const name of Object.keys(settings)) {
      expect([name, name in fields]).toEqual([name, true]);
      expect([name, isSecret(fields[name as keyof typeof fields])]).toEqual([name, false]);
    }
    for (const name of Object.keys(secrets)) {
      expect([name, isSecret(fields[name as keyof typeof fields])]).toEqual([name, true]);
    }
    const given = new Set([...Object.keys(settings), ...Object.keys(secrets), ...image]);
    const required = Object.entries(fields).filter(([, field]) => !field.safeParse(undefined).success);
    expect(required.map(([name]) => name).filter((name) => !given.has(name))).toEqual([]);
    const values = Object.entries({ ...settings, ...secrets }).filter(([, value]) => value);
    for (const [name, value] of values) {
      expect([name, fields[name as keyof typeof fields].safeParse(value).success]).toEqual([name, true]);
    }
  });

  it('give both services the generated values, and track only the example of secrets', () => {
    for (const { name } of SERVICES) {
      expect(containerOf(name).envFrom).toEqual([
        { configMapRef: { name: kustomization.configMapGenerator[0]?.name } },
        { secretRef: { name: kustomization.secretGenerator[0]?.name } },
      ]);
    }
    expect(kustomization.configMapGenerator[0]?.envs).toEqual(['settings.env']);
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toContain(
      `infra/kubernetes/${kustomization.secretGenerator[0]?.envs[0]}`,
    );
  });

  it('keep secrets out of the image, which is built beside the secrets file', () => {
    const left = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const isLeftOut = (path: string) => left.some((pattern) => matchesGlob(path, pattern));
    const stored = `infra/kubernetes/${kustomization.secretGenerator[0]?.envs[0]}`;
    for (const path of [stored, '.env', '.env.local', 'services/worker/.env.production', '.heartline'])
      expect([path, isLeftOut(path)]).toEqual([path, true]);
    for (const path of ['package.json', 'services/gateway/main.js'])
      expect([path, isLeftOut(path)]).toEqual([path, false]);
  });

  it.each(SERVICES)('start the $name at its port, and give it longer to stop than it needs', (service) => {
    const { name, schema, closeMs } = service;
    const { command, ports, ...probes } = containerOf(name);
    expect(existsSync(join(ROOT, command.at(-1) ?? ''))).toBe(true);
    const main = ports[0];
    expect(main?.containerPort).toBe(schema.PORT.parse(undefined));
    for (const probe of [probes.startupProbe, probes.livenessProbe]) {
      expect(probe.httpGet).toEqual({ path: '/health/live', port: main?.name });
    }
    expect(probes.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: main?.name });
    const pod = podOf(name);
    const named = ports.map(({ containerPort }) => String(containerPort));
    expect(named).toContain(pod.metadata.annotations['prometheus.io/port']);
    const drainMs = name === 'gateway' ? Number(settings['DRAIN_SECONDS']) * 1_000 : 10_000;
    expect(pod.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs + closeMs + 5_000);
    const { mountPath } = probes.volumeMounts.find((mount) => mount.name === 'media') ?? {};
    expect(mountPath).toBe(parseEnv(imageEnv())['MEDIA_DIR']);
  });

  it('remove a draining gateway while it still answers for two thirds of its time', () => {
    const { periodSeconds, failureThreshold = 3 } = containerOf('gateway').readinessProbe;
    expect(periodSeconds * failureThreshold).toBeLessThan((Number(settings['DRAIN_SECONDS']) * 2) / 3);
    expect(containerOf('gateway').ports[1]?.containerPort).toBe(Number(settings['METRICS_PORT']));
  });

  it('scale by CPU alone, since a missing metric prevents scaling down', () => {
    const scaled = things.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const asked = scaled
      .flatMap(({ spec }) => spec.metrics)
      .map(({ type, resource }) => [type, resource?.name]);
    expect(asked).toEqual(scaled.map(() => ['Resource', 'cpu']));
  });

  it('allow mail on every port of a mail server: 465 and 587', () => {
    const { egress = [] } = thing('NetworkPolicy', 'heartline-out').spec;
    const open = egress.flatMap(({ ports }) => ports).map(({ port }) => port);
    expect(open).toEqual(expect.arrayContaining([443, 465, 587]));
  });

  it('scale by existing metrics if an adapter serves them', () => {
    const reported = {
      live_sockets: 'services/gateway/src/live/live-meters.ts',
      jobs_waiting: 'packages/platform/src/queue/run-workers.ts',
    };
    const overlay = 'prometheus-adapter';
    const [component] = parseAllDocuments(read(`${overlay}/kustomization.yaml`)).map(
      (one) => one.toJS() as Overlay,
    );
    const { patches = [] } = component ?? {};
    const asked = patches.flatMap(({ path, target }) => {
      expect(things.map(({ kind, metadata }) => [kind, metadata.name])).toContainEqual([
        target.kind,
        target.name,
      ]);
      const steps = parseAllDocuments(read(`${overlay}/${path}`))[0]?.toJS() as PatchStep[];
      return steps.map(({ value }) => value.pods.metric.name);
    });
    expect(asked.toSorted()).toEqual(Object.keys(reported).toSorted());
    for (const [name, file] of Object.entries(reported)) {
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`name: '${name}'`);
    }
  });

  it('name only existing ports, pods and claims', () => {
    const pods = things.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(pods).toEqual(['gateway', 'worker']);
    const portNames = SERVICES.flatMap(({ name }) => containerOf(name).ports.map((port) => port.name));
    const [servicePort] = thing('Service', 'gateway').spec.ports;
    expect(portNames).toContain(servicePort?.targetPort);
    const backend = thing('Ingress', 'heartline').spec.rules[0]?.http.paths[0]?.backend.service;
    expect(backend).toEqual({ name: 'gateway', port: { name: servicePort?.name } });
    const scaled = things.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaled.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(pods);
    const ingressPolicies = things.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.ingress);
    for (const { metadata, spec } of ingressPolicies) {
      const ports = (spec.ingress ?? []).flatMap((rule) => rule.ports);
      const own = containerOf(metadata.name).ports.map((port) => port.name);
      expect(ports.map(({ port }) => port)).toEqual(own);
    }
    for (const name of pods) {
      const claims = podOf(name).spec.volumes.flatMap(
        (volume) => volume.persistentVolumeClaim?.claimName ?? [],
      );
      expect(claims.map((claim) => thing('PersistentVolumeClaim', claim).kind)).toHaveLength(1);
    }
  });

  it('accept the largest picture, and sockets that only answer pings', () => {
    const annotations = thing('Ingress', 'heartline').metadata.annotations ?? {};
    const prefix = 'nginx.ingress.kubernetes.io';
    expect(annotations[`${prefix}/proxy-body-size`]).toBe(`${PHOTO_BYTES / 1_024 / 1_024}m`);
    // Pings come every 25 s and may take 20 s.
    expect(Number(annotations[`${prefix}/proxy-read-timeout`])).toBeGreaterThan(45);
  });
});

/** The lines of `ENV` in the image, one setting each. */
function imageEnv(): string {
  const recipe = readFileSync(join(ROOT, 'infra/image/Containerfile'), 'utf8');
  return (/^ENV (.*)$/m.exec(recipe)?.[1] ?? '').replaceAll(' ', '\n');
}
