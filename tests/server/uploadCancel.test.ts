/** An upload that its sender stops, or goes away from, changes nothing; over a real connection. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import type { Caller } from '../../src/server/caller'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { replaceBatchDevices } from '../../src/server/commands/rosters/replaceBatchDevices'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const phone = (n: number) => `010${String(n).padStart(8, '0')}`
const roster = (count: number) =>
  [
    'IMEI,전화번호,시리얼,모델',
    ...Array.from({ length: count }, (_, n) => `${imei(n)},${phone(n)},S${n},FT-100`),
  ].join('\n')
/** So many that the server is at work for a second and more. */
const MANY = 20_000

let api: TestApp
let port = 0
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), {
    config: testConfig(({ server }) => {
      server.pglite.rosterRows = MANY
    }),
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
  await api.db.insertInto('batches').values({ name: '수도권', vendor_id: 1, model_id: 1 }).execute()
})
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
})

const count = async () => {
  const { count } = await api.db
    .selectFrom('devices')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const staged = async () => {
  const { rows } = await sql`
    select 1 from pg_class where starts_with(relname, 'roster_stage_') and relkind = 'r'`.execute(api.db)
  return rows.length > 0
}
const until = async (wanted: boolean) => {
  while ((await staged()) !== wanted) await wait(5)
}

interface Sending {
  answer: Promise<{ status: number; code: string } | 'cut'>
  cut(): void
}

/** @param share how much of the body is sent */
async function send(
  path: string,
  file: string,
  { share = 1, name }: { share?: number; name?: string } = {},
): Promise<Sending> {
  const body = Buffer.from(
    `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--edge--\r\n`,
  )
  const token = await api.tokenOf('vendor@test.local')
  const sending = request({
    port,
    path,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': body.length,
      ...(name && { 'upload-name': name }),
    },
  })
  const answer = new Promise<{ status: number; code: string } | 'cut'>(resolve => {
    sending.on('error', () => resolve('cut'))
    sending.on('response', async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode!, code: JSON.parse(text).code })
    })
  })
  sending.write(body.subarray(0, Math.floor(body.length * share)))
  if (share === 1) sending.end()
  return { answer, cut: () => sending.destroy() }
}

const ROSTER = '/api/devices/roster/ul'

describe('A roster whose sender goes away', () => {
  it('while it is being sent registers nothing', async () => {
    const gone = new Promise<void>(resolve => {
      api.app.server.once('connection', socket => socket.once('close', () => resolve()))
    })
    const sending = await send(ROSTER, roster(MANY), { share: 0.6 })
    api.app.server.once('request', () => sending.cut())
    expect(await sending.answer).toBe('cut')
    await gone
    await until(false)
    expect(await count()).toBe(0)
  })

  it('while the server is at work on all of it registers nothing', async () => {
    const sending = await send(ROSTER, roster(MANY))
    await until(true)
    sending.cut()
    expect(await sending.answer).toBe('cut')
    await until(false)
    expect(await count()).toBe(0)
  })
})

describe('An upload that is stopped by its name', () => {
  const stop = (who: string, name: string) => api.ask(who, { method: 'DELETE', url: `/api/uploads/${name}` })

  it('says so itself, and registers nothing', async () => {
    const sending = await send(ROSTER, roster(MANY), { name: 'upload-1' })
    await until(true)
    expect((await stop('vendor', 'upload-1')).statusCode).toBe(200)
    expect(await sending.answer).toEqual({ status: 409, code: 'upload.cancelled' })
    expect([await count(), await staged()]).toEqual([0, false])
    expect((await stop('vendor', 'upload-1')).statusCode).toBe(404)
  })

  it('is stopped by its sender alone', async () => {
    const sending = await send(ROSTER, roster(2_000), { name: 'upload-2' })
    await until(true)
    for (const who of ['client', 'master']) expect((await stop(who, 'upload-2')).statusCode).toBe(404)
    expect(await sending.answer).toMatchObject({ status: 200 })
    expect(await count()).toBe(2_000)
  })

  it('that is done already stays done', async () => {
    const sending = await send(ROSTER, roster(3), { name: 'upload-3' })
    expect(await sending.answer).toMatchObject({ status: 200 })
    expect((await stop('vendor', 'upload-3')).statusCode).toBe(404)
    expect(await count()).toBe(3)
  })
})

describe('Stopped at any step', () => {
  const caller: Caller = {
    id: 3,
    level: 6,
    vendor: 1,
    levels: { none: 0, guest: 1, client: 3, vendor: 6, master: 9 },
    name: '',
    email: '',
    session: 'of 3',
    origin: '',
    request: '',
  }
  /** A signal that is aborted from the n-th time on that it is asked. */
  const settings = (n: number) => {
    let asked = 0
    const { current, translate } = testConfig()
    const cancelled = {
      get aborted() {
        asked += 1
        return asked >= n
      },
    } as AbortSignal
    return { ...current(), locale: 'ko' as const, say: translate, now: new Date(), cancelled }
  }
  async function* file(text: string) {
    yield Buffer.from(text)
  }
  const failsAt = async (act: (n: number) => Promise<unknown>, unchanged: () => Promise<void>) => {
    for (let n = 1; ; n += 1) {
      const outcome = await act(n).then(
        () => 'done',
        error => error.code as string,
      )
      if (outcome === 'done') return n
      expect(outcome).toBe('upload.cancelled')
      await unchanged()
    }
  }

  beforeEach(async () => {
    await api.db
      .insertInto('sessions')
      .values({ id: 'of 3', client_id: 3 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })

  it('a roster registers nothing, until it is registered', async () => {
    const steps = await failsAt(
      n => registerRoster(api.db, caller, file(roster(3)), settings(n)),
      async () => expect(await count()).toBe(0),
    )
    expect(steps).toBeGreaterThan(6)
    expect(await count()).toBe(3)
  })

  it('the list of a batch changes nothing, until it is taken', async () => {
    await api.db
      .insertInto('devices')
      .values([1, 2].map(n => ({ id: imei(n), isdn: phone(n), vendor_id: 1, model_id: 1, batch_id: 1 })))
      .execute()
    const members = async () =>
      (await api.db.selectFrom('devices').where('batch_id', '=', 1).select('id').execute()).length
    const steps = await failsAt(
      n => replaceBatchDevices(api.db, caller, { id: 1 }, file(`IMEI\n${imei(1)}`), settings(n)),
      async () => expect(await members()).toBe(2),
    )
    expect(steps).toBeGreaterThan(3)
    expect(await members()).toBe(1)
  })
})
