/**
 * A full disk: the server refuses writes in time, loses no acknowledged write, and recovers once there is space
 * (security 39, 56).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { ordersWithWrongCounts } from '../support/crash'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  spawnServer,
  startServer,
  stopServer,
} from '../support/spawnServer'
import type { AskMaster } from '../support/walk'

bundleServer()

const SIZE_MB = 256

/** A small file system; `undefined` if this user may not mount one. */
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

/** Leaves only this many bytes free. */
function fill(folder: string, leave: number): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave)))
}

test('on a full disk PGlite refuses writes with 503, and works again once there is space', {
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
  const first = await startServer(env)
  const acknowledged: number[] = []
  const targets = await targetsOf(first.ask)
  let slowestMs = 0
  const order = async (ask: AskMaster) => {
    const began = performance.now()
    const payload = { code: 'reboot', data: 'NOW', targets }
    const { status, text } = await ask({ method: 'POST', url: '/api/orders/order', payload })
    slowestMs = Math.max(slowestMs, performance.now() - began)
    if (status === 200) acknowledged.push((JSON.parse(text) as { payload: { id: number } }).payload.id)
    return status
  }
  /** Sends orders until one gets such a status. */
  const orderUntil = async (isWanted: (status: number) => boolean) => {
    for (;;) {
      const status = await order(first.ask)
      if (isWanted(status)) return status
      if (status !== 200) await wait(200)
    }
  }
  await order(first.ask)

  fill(disk, 1_000_000)
  expect(await orderUntil(status => status !== 200)).toBe(503)
  const before = acknowledged.length
  expect(before).toBeGreaterThan(0)

  rmSync(join(disk, 'filler'))
  expect(await orderUntil(status => status === 200)).toBe(200)
  expect(acknowledged.length).toBeGreaterThan(before)

  first.server.kill('SIGKILL')
  await first.server.ended
  const second = spawnServer(env)
  await order(askOverHttp(await second.ready(), first.token))
  await stopServer(second)
  const db = await connectDatabase({ folder })
  const stored = new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
  const wrongOrders = await ordersWithWrongCounts(db)
  await db.destroy()
  expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
  expect(wrongOrders).toEqual([])
  console.log(
    `disk full: ${acknowledged.length} orders; the slowest response took ${slowestMs.toFixed(0)} ms`,
  )
})

async function targetsOf(ask: AskMaster): Promise<string[]> {
  const { text } = await ask({ method: 'GET', url: '/api/devices?page_limit=200' })
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
}
