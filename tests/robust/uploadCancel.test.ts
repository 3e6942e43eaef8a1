/** A cancelled upload, or one whose client disconnects, changes nothing; over a real connection. */
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { replaceBatchDevices } from '../../src/server/commands/rosters/replaceBatchDevices'
import { testConfig } from '../support/config'
import { callers, newRosterWorld, rosterSettings } from '../support/rosterWorld'
import { countRows, findRows, insertRow } from '../support/rows'
import { startTestApp, statusOf } from '../support/server'
import { fileBody, imeiOf } from '../support/walk'

const phone = (n: number) => `010${String(n).padStart(8, '0')}`
const roster = (length: number) => {
  const rows = Array.from({ length }, (_, n) => `${imeiOf(n)},${phone(n)},S${n},FT-100`)
  return ['IMEI,전화번호,시리얼,모델', ...rows].join('\n')
}
/** Reading so many rows takes the server at least a second. */
const MANY = 20_000
const ROSTER = '/api/devices/roster/ul'

const config = testConfig(({ server }) => {
  server.pglite.rosterRows = MANY
})
const api = await startTestApp(await newRosterWorld(), { config, bare: true })
const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
})

const count = () => countRows(api.db, 'devices')
const hasStagingTable = async () => {
  const { rows } = await sql`select 1 from pg_class
    where starts_with(relname, 'roster_stage_') and relkind = 'r'`.execute(api.db)
  return rows.length > 0
}
const waitForStagingTable = async (expected: boolean) => {
  while ((await hasStagingTable()) !== expected) await wait(5)
}

interface Sending {
  answer: Promise<{ status: number; code: string } | 'disconnected'>
  disconnect(): void
}

/** Begins an upload. @param share the part of the body that is sent */
async function send(
  path: string,
  file: string,
  { share = 1, name }: { share?: number; name?: string } = {},
): Promise<Sending> {
  const { body, type } = fileBody(file)
  const headers = {
    authorization: `Bearer ${await api.tokenOf('hanbit@x.kr')}`,
    'content-type': type,
    'content-length': body.length,
    ...(name && { 'upload-name': name }),
  }
  const sending = request(url + path, { method: 'POST', headers })
  const answer: Sending['answer'] = new Promise(resolve => {
    sending.on('error', () => resolve('disconnected'))
    sending.on('response', async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode!, code: JSON.parse(text).code })
    })
  })
  sending.write(body.subarray(0, Math.floor(body.length * share)))
  if (share === 1) sending.end()
  return { answer, disconnect: () => sending.destroy() }
}

describe('A roster registers nothing when its client disconnects', () => {
  it('while the file is sent', async () => {
    const closed = new Promise<void>(resolve => {
      api.app.server.once('connection', socket => socket.once('close', () => resolve()))
    })
    const sending = await send(ROSTER, roster(MANY), { share: 0.6 })
    api.app.server.once('request', () => sending.disconnect())
    expect(await sending.answer).toBe('disconnected')
    await closed
    await waitForStagingTable(false)
    expect(await count()).toBe(0)
  })

  it('while the server works on the whole file', async () => {
    const sending = await send(ROSTER, roster(MANY))
    await waitForStagingTable(true)
    sending.disconnect()
    expect(await sending.answer).toBe('disconnected')
    await waitForStagingTable(false)
    expect(await count()).toBe(0)
  })
})

describe('Cancelling an upload by its name', () => {
  const cancel = (who: string, name: string) => statusOf(api.remove(who, `/api/uploads/${name}`))

  it('refuses the upload, which registers nothing', async () => {
    const sending = await send(ROSTER, roster(MANY), { name: 'upload-1' })
    await waitForStagingTable(true)
    expect(await cancel('hanbit@x.kr', 'upload-1')).toBe(200)
    expect(await sending.answer).toEqual({ status: 409, code: 'upload.cancelled' })
    expect([await count(), await hasStagingTable()]).toEqual([0, false])
    expect(await cancel('hanbit@x.kr', 'upload-1')).toBe(404)
  })

  it('is possible only for its sender', async () => {
    const sending = await send(ROSTER, roster(10_000), { name: 'upload-2' })
    await waitForStagingTable(true)
    for (const who of ['client@x.kr', 'master@x.kr']) expect(await cancel(who, 'upload-2')).toBe(404)
    expect(await sending.answer).toMatchObject({ status: 200 })
    expect(await count()).toBe(10_000)
  })
})

describe('Cancelled at any step', () => {
  /** Settings with a signal that is aborted from the n-th check on. */
  const cancelledAtCheck = (n: number) => {
    let checks = 0
    const cancelled = {
      get aborted() {
        checks += 1
        return checks >= n
      },
    } as AbortSignal
    return rosterSettings(testConfig(), { cancelled })
  }
  async function* file(text: string) {
    yield Buffer.from(text)
  }
  /**
   * Cancels at the first check, then at the second and so on, until the command succeeds. @returns the number of checks
   */
  const cancelAtEachStep = async (
    run: (settings: ReturnType<typeof cancelledAtCheck>) => Promise<unknown>,
    expectUnchanged: () => Promise<void>,
  ) => {
    for (let n = 1; ; n += 1) {
      const outcome = await run(cancelledAtCheck(n))
        .then(() => 'done')
        .catch(error => error.code as string)
      if (outcome === 'done') return n
      expect(outcome).toBe('upload.cancelled')
      await expectUnchanged()
    }
  }

  it('a roster registers nothing', async () => {
    const steps = await cancelAtEachStep(
      settings => registerRoster(api.db, callers.vendor, file(roster(3)), settings),
      async () => expect(await count()).toBe(0),
    )
    expect(steps).toBeGreaterThan(6)
    expect(await count()).toBe(3)
  })

  it('the list of a batch changes nothing', async () => {
    const device = { vendor_id: 1, model_id: 1, batch_id: 1 }
    for (const n of [1, 2]) await insertRow(api.db, 'devices', { id: imeiOf(n), isdn: phone(n), ...device })
    const members = async () => (await findRows(api.db, 'devices', { batch_id: 1 })).length
    const steps = await cancelAtEachStep(
      settings =>
        replaceBatchDevices(api.db, callers.vendor, { id: 1 }, file(`IMEI\n${imeiOf(1)}`), settings),
      async () => expect(await members()).toBe(2),
    )
    expect(steps).toBeGreaterThan(3)
    expect(await members()).toBe(1)
  })
})
