/** The app on the demo fleet, and the same fleet as rows, so that tests can compute what an answer must be. */
import { makeFleet, seedDemo } from '../../src/server/demo'
import { packageConfig } from './config'
import { newDatabase } from './databases'
import { type StartOptions, startTestApp, TEST_NOW, type TestApp } from './server'

const SEED = 5

export const levels = packageConfig().shared.levels.numbers
export const fleet = makeFleet({ seed: SEED, now: TEST_NOW, levels })
export type DemoDevice = (typeof fleet.devices)[number]

/** The e-mail addresses of the demo's logins. */
export const MASTER = 'master@demo.local'
export const VENDOR = 'vendor@demo.local'
export const CLIENT = 'client@demo.local'
export const GUEST = 'guest@demo.local'

export const demoAccount = (email: string) => fleet.clients.find(client => client.email === email)!

/** Which devices each account reaches, those of `addOutsiders` included. */
export const REACH: Readonly<Record<string, (device: DemoDevice) => boolean>> = {
  [MASTER]: () => true,
  [VENDOR]: device => device.vendor_id === demoAccount(VENDOR).vendor_id,
  [CLIENT]: device => device.client_id === demoAccount(CLIENT).id,
  [GUEST]: device => device.vendor_id === demoAccount(GUEST).vendor_id && device.client_id !== null,
  'other@test.local': device => device.vendor_id === 2,
  'provider@test.local': device => device.vendor_id === 0,
  'lost@test.local': () => false,
}

export async function startDemoApp(options: StartOptions = {}): Promise<TestApp> {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: SEED, levels })
  return startTestApp(db, { ...options, bare: true })
}

/** Staff of another vendor, staff of the provider, and a guest without a vendor. */
export async function addOutsiders(api: TestApp): Promise<void> {
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  await api.addAccount({ email: 'provider@test.local', level: levels.vendor, vendor: 0 })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
}
