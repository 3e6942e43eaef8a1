/**
 * A disk that is full, and then is not: writes are refused in time, nothing that was acknowledged is lost (security 39,
 * 56).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { ordersByHalves } from '../support/crash'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  signedIn,
  spawnServer,
} from '../support/spawnServer'
import type { AskMaster } from '../support/walk'

bundleServer()

const SIZE_MB = 256

/** A folder of its own that is soon full; none where this user may not mount. */
function smallDisk(): string | undefined {
  const folder = dataFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  afterFile(() => execFileSync('umount', ['-l', folder]))
  return folder
}

/** Takes what is free, but for so much. */
function fill(folder: string, leave: number): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave)))
}

test('the built-in database refuses writes on a full disk, and goes on once there is room', {
  timeout: 300_000,
}, async () => {
  const disk = smallDisk()
  if (!disk) {
    console.log('disk full: NOT RUN (no right to mount a small disk)')
    expect(process.getuid?.()).not.toBe(0)
    return
  }
  const folder = join(disk, 'data')
  cpSync(await preparedFolder(), folder, { recursive: true })
  const env = { FLEET_DATA: folder }
  let server = spawnServer(env)
  let url = await server.ready()
  const token = await signedIn(url)
  const { orders, order } = orderer(await targetsOf(askOverHttp(url, token)))
  await order(askOverHttp(url, token))

  fill(disk, 1_000_000)
  const refused = await until(order, askOverHttp(url, token), status => status !== 200)
  expect(refused).toBe(503)
  const kept = orders.length
  expect(kept).toBeGreaterThan(0)

  rmSync(join(disk, 'filler'))
  expect(await until(order, askOverHttp(url, token), status => status === 200)).toBe(200)
  expect(orders.length).toBeGreaterThan(kept)

  server.kill('SIGKILL')
  await server.ended
  server = spawnServer(env)
  url = await server.ready()
  await order(askOverHttp(url, token))
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const db = await connectDatabase({ folder })
  const stored = new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
  const halves = await ordersByHalves(db)
  await db.destroy()
  expect(orders.filter(id => !stored.has(id))).toEqual([])
  expect(halves).toEqual([])
  console.log(`disk full: ${orders.length} orders; the slowest answer took ${slowest.ms.toFixed(0)} ms`)
})

async function targetsOf(ask: AskMaster): Promise<string[]> {
  const { text } = await ask({ method: 'GET', url: '/api/devices?page_limit=200' })
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
}

const slowest = { ms: 0 }

/** Sends orders, and keeps the numbers of those that were acknowledged. */
function orderer(targets: string[]): { orders: number[]; order: (ask: AskMaster) => Promise<number> } {
  const orders: number[] = []
  const order = async (ask: AskMaster) => {
    const began = performance.now()
    const payload = { code: 'reboot', data: 'NOW', targets }
    const { status, text } = await ask({ method: 'POST', url: '/api/orders/order', payload })
    slowest.ms = Math.max(slowest.ms, performance.now() - began)
    if (status === 200) orders.push((JSON.parse(text) as { payload: { id: number } }).payload.id)
    return status
  }
  return { orders, order }
}

/** Orders until one is answered so. */
async function until(
  order: (ask: AskMaster) => Promise<number>,
  ask: AskMaster,
  isIt: (status: number) => boolean,
): Promise<number> {
  for (;;) {
    const status = await order(ask)
    if (isIt(status)) return status
    if (status !== 200) await wait(200)
  }
}
