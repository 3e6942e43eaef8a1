/** The environment variables of the server. */
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { isLoopback, readEnv } from '../../src/server/start/env'
import { StartProblem, terminalSentence } from '../../src/server/start/startProblem'

test('without variables the server is reachable from this machine only, and has the demo fleet', () => {
  expect(readEnv({})).toEqual({
    port: 5080,
    host: '127.0.0.1',
    data: `${packageRoot}/data`,
    config: `${packageRoot}/config`,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    jwtSecret: undefined,
    social: {},
    publicUrl: undefined,
    trustProxy: false,
    demo: true,
    masterEmail: undefined,
    masterPassword: undefined,
    secretFile: `${packageRoot}/data/fleet-master-password.txt`,
    databasePool: 12,
    drainSeconds: 2,
    logLevel: 'info',
    mqtt: { host: '127.0.0.1', port: 18883, tls: undefined },
  })
})

test('empty variables count as absent', () => {
  const names =
    `PORT HOST DATABASE_URL DATABASE_DIRECT_URL JWT_SECRET PUBLIC_URL OIDC_GOOGLE_CLIENT_ID TRUST_PROXY
    FLEET_DEMO FLEET_MASTER_EMAIL FLEET_SECRET_FILE DATABASE_POOL DRAIN_SECONDS LOG_LEVEL MQTT_URL BROKER_SECRET MQTT_PORT
    MQTT_HOST MQTT_TLS_CERT MQTT_TLS_KEY MQTT_TLS_CA MQTT_TLS_REVOKED`.split(/\s+/)
  expect(readEnv(Object.fromEntries(names.map(name => [name, ' '])))).toEqual(readEnv({}))
})

test.each([
  ['HOST', '::', { host: '::' }],
  ['MQTT_PORT', 'off', { mqtt: 'off' }],
  ['MQTT_HOST', '::', { mqtt: { host: '::', port: 18883, tls: undefined } }],
  [
    'MQTT_URL',
    'mqtt://g:a,b@one:1883, mqtt://g:a,b@two',
    { mqtt: { url: 'mqtt://g:a,b@one:1883, mqtt://g:a,b@two' } },
  ],
  [
    'DATABASE_URL',
    'postgres://a:b@db/fleet',
    { databaseUrl: 'postgres://a:b@db/fleet', secretFile: resolve('fleet-master-password.txt') },
  ],
  ['PUBLIC_URL', 'https://fleet.example/', { publicUrl: 'https://fleet.example' }],
  ['MQTT_URL', 'mqtts://gateway:a%40b@broker', { mqtt: { url: 'mqtts://gateway:a%40b@broker' } }],
  ['TRUST_PROXY', '1', { trustProxy: 1 }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: 'loopback, 10.0.0.0/8' }],
  ['FLEET_DEMO', '0', { demo: false }],
  ['DRAIN_SECONDS', '0', { drainSeconds: 0 }],
  ['LOG_LEVEL', 'WARN', { logLevel: 'warn' }],
  ['PUBLIC_URL', 'https://fleet.example:8443', { publicUrl: 'https://fleet.example:8443' }],
])('reads %s=%s', (name, value, expected) => {
  expect(readEnv({ [name]: value })).toMatchObject(expected)
})

describe('a wrong value is refused with the name of the variable:', () => {
  test.each([
    ['MQTT_URL', 'mqtt://one,mqtt://two:port', 'mqttAddress'],
    ['MQTT_URL', 'mqtt://g:a@one,mqtt://g:b@two', 'mqttAddresses'],
    ['MQTT_URL', 'mqtt://g:a@one,mqtts://g:a@two', 'mqttAddresses'],
    ['MQTT_TLS_CERT', '/cert.pem', 'mqttTlsHalf'],
    ['MQTT_TLS_CA', '/ca.pem', 'mqttTlsAuthority'],
    ['MQTT_TLS_REVOKED', '/revoked.pem', 'mqttTlsAuthority'],
    ['PORT', '70000', 'port'],
    ['HOST', 'not an address', 'host'],
    ['DATABASE_URL', 'mysql://localhost/fleet', 'url'],
    ['PUBLIC_URL', 'https://fleet.example/fleet', 'publicUrlPath'],
    ['DATABASE_POOL', '501', 'number'],
    ['DRAIN_SECONDS', '-1', 'number'],
    ['LOG_LEVEL', 'loud', 'logLevel'],
    ['JWT_SECRET', 'a'.repeat(31), 'secretShort'],
    ['JWT_SECRET', 'change-me-to-a-long-random-text-please', 'secretSample'],
    ['JWT_SECRET', 'a'.repeat(40), 'secretSample'],
    ['BROKER_SECRET', 'kZ8vQ2nB7mX4cT1y R6wE9uH3jL5pS0aD', 'brokerSecret'],
    ['BROKER_SECRET', 'change-me-to-a-long-random-text-please', 'brokerSecret'],
    ['TRUST_PROXY', '0.0.0.0/0', 'trustProxy'],
    ['TRUST_PROXY', '10.0.0.0/99', 'trustProxy'],
    ['FLEET_DEMO', 'perhaps', 'switch'],
    ['FLEET_MASTER_EMAIL', 'admin', 'email'],
  ])('%s=%s', (name, value, code) => {
    const problem = caught(() => readEnv({ [name]: value }))
    expect(problem.code).toBe(code)
    for (const locale of ['ko', 'en'] as const) {
      const sentence = terminalSentence(problem.code, problem.params, locale)
      expect(sentence).toContain(name)
      expect(sentence).not.toContain('%{')
      expect(sentence).not.toContain('\n')
    }
  })

  test('a password in an address is not repeated', () => {
    const problem = caught(() => readEnv({ DATABASE_URL: 'mysql://fleet:hunter2@db/fleet' }))
    expect(terminalSentence(problem.code, problem.params, 'en')).not.toContain('hunter2')
  })
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.168.0.5', false],
  ['127.0.0.1.example.com', false],
])('whether %s is reachable from this machine only: %s', (host, isLocal) => {
  expect(isLoopback(host)).toBe(isLocal)
})

function caught(work: () => unknown): StartProblem {
  try {
    work()
  } catch (error) {
    if (error instanceof StartProblem) return error
  }
  throw new Error('no StartProblem was thrown')
}
