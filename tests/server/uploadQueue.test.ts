/** Uploads are read a few at a time in threads of their own; what is too much ends the thread and nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerSettings } from '../../src/engine/compiled'
import { UploadQueue } from '../../src/server/sheets/uploadQueue'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp } from '../support/server'

const GOOD = 'IMEI,전화번호,시리얼,모델\n490154203237518,01012340001,1,FT-100\n'

async function serverWith(uploads: Partial<ServerSettings['uploads']>) {
  const api = await startTestApp(await newDatabase(), {
    config: testConfig(({ server }) => Object.assign(server.uploads, uploads)),
  })
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
  return {
    app: api.app,
    ask: api.ask,
    upload: (text: string, name?: string) =>
      api.ask('client', {
        method: 'POST',
        url: '/api/devices/roster/ul',
        payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--edge--\r\n`,
        headers: {
          'content-type': 'multipart/form-data; boundary=edge',
          ...(name && { 'upload-name': name }),
        },
      }),
  }
}

describe('more uploads than are read at once', () => {
  it('wait for their turn; those beyond the queue are told to come back later', async () => {
    const { upload } = await serverWith({ atOnce: 1, waiting: 1 })
    const answers = await Promise.all([GOOD, GOOD, GOOD, GOOD].map(text => upload(text)))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 429, 429])
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused[0]!.json()).toMatchObject({
      code: 'upload.busy',
      message: expect.stringMatching(/잠시 후 다시 업로드/),
    })
    // All places are free again.
    expect(
      (await Promise.all([GOOD, GOOD].map(text => upload(text)))).map(({ statusCode }) => statusCode),
    ).toEqual([422, 422])
  })
})

describe('the sender of an upload that waits', () => {
  it('is told how many are before it, and nobody else is', async () => {
    const { app, upload, ask } = await serverWith({ atOnce: 1, waiting: 2 })
    const first = app.uploadQueue.enter()
    await first.turn()
    const turnOf = async (who: string, name: string) => {
      const answer = await ask(who, `/api/uploads/${name}`)
      return answer.statusCode === 200 ? answer.json().payload : answer.statusCode
    }
    const waits = async (name: string, before: number) =>
      expect.poll(() => turnOf('client', name)).toEqual({ state: 'waiting', before })
    const second = upload(GOOD, 'upload-2')
    await waits('upload-2', 1)
    const third = upload(GOOD, 'upload-3')
    await waits('upload-3', 2)
    for (const who of ['vendor', 'master']) expect(await turnOf(who, 'upload-3')).toBe(404)
    expect(await turnOf('client', 'upload-4')).toBe(404)
    // Who gives up is before nobody any more.
    await ask('client', { method: 'DELETE', url: '/api/uploads/upload-2' })
    expect((await second).json().code).toBe('upload.cancelled')
    expect(await turnOf('client', 'upload-3')).toEqual({ state: 'waiting', before: 1 })
    first.leave()
    expect((await third).statusCode).toBe(200)
    expect(await turnOf('client', 'upload-3')).toBe(404)
  })
})

describe('a file that needs more memory than its thread has', () => {
  it('is refused as too much, and the next one is read', async () => {
    const { upload, ask } = await serverWith({ memoryMb: 8 })
    // One quoted cell after the other, each within its bounds.
    const row = `${Array.from({ length: 90 }, () => `"${'가"" '.repeat(7_000)}"`).join(',')}\n`
    const answer = await upload(GOOD + row.repeat(4))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'sheet.memory'])
    expect(answer.json().message).toMatch(/너무 많아/)
    expect((await ask('client', '/api/models')).statusCode).toBe(200)
  })
})

describe('a turn', () => {
  const settings = { atOnce: 1, waiting: 5, waitSeconds: 60, memoryMb: 64 }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('passes to who has waited longest', async () => {
    const places = new UploadQueue(() => settings)
    const [first, second, third] = [places.enter(), places.enter(), places.enter()]
    await first.turn()
    expect(second.before()).toBeUndefined()
    const order: string[] = []
    const waiting = [
      second.turn().then(() => order.push('second')),
      third.turn().then(() => order.push('third')),
    ]
    expect([first, second, third].map(one => one.before())).toEqual([undefined, 1, 2])
    first.leave()
    await waiting[0]
    expect(order).toEqual(['second'])
    expect([second.before(), third.before()]).toEqual([undefined, 1])
    second.leave()
    await waiting[1]
    expect(order).toEqual(['second', 'third'])
  })

  it('that does not come in time is refused, and so is one that is stopped meanwhile; neither blocks the next', async () => {
    const places = new UploadQueue(() => settings)
    const [first, late, stopped, next] = [places.enter(), places.enter(), places.enter(), places.enter()]
    await first.turn()
    const stop = new AbortController()
    const refusals = [
      expect(late.turn()).rejects.toMatchObject({ status: 429, details: { retryAfter: 10 } }),
      expect(stopped.turn(stop.signal)).rejects.toMatchObject({ status: 409, code: 'upload.cancelled' }),
    ]
    stop.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(refusals)
    const turn = next.turn()
    for (const one of [late, stopped, first]) one.leave()
    await expect(turn).resolves.toBeUndefined()
  })
})
