/**
 * A few uploads are read at once, each in its own thread; the others wait. A file that needs too much ends only its
 * thread.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerSettings } from '../../src/engine/compiled'
import { UploadQueue } from '../../src/server/sheets/uploadQueue'
import { testConfig } from '../support/config'
import { insertRow } from '../support/rows'
import { refusalOf, startTestApp, statusOf } from '../support/server'

const GOOD = 'IMEI,전화번호,시리얼,모델\n490154203237518,01012340001,1,FT-100\n'

async function serverWith(uploads: Partial<ServerSettings['uploads']>) {
  const config = testConfig(({ server }) => Object.assign(server.uploads, uploads))
  const api = await startTestApp(undefined, { config })
  await insertRow(api.db, 'models', { name: 'FT-100' })
  const upload = (text: string, name?: string) =>
    api.upload('client', '/api/devices/roster/ul', text, name ? { 'upload-name': name } : {})
  return { ...api, upload }
}

it('Uploads beyond the queue are refused, and accepted once there is room', async () => {
  const { app, upload } = await serverWith({ atOnce: 1, waiting: 1 })
  const first = app.uploadQueue.enter()
  await first.turn()
  const answers: Awaited<ReturnType<typeof upload>>[] = []
  const uploads = [1, 2, 3].map(async () => answers.push(await upload(GOOD)))
  await expect.poll(() => answers.length).toBe(2)
  first.leave()
  await Promise.all(uploads)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 200])
  const [refused] = answers as [(typeof answers)[0]]
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const message = expect.stringMatching(/잠시 후 다시 업로드/)
  expect(refused.json()).toMatchObject({ code: 'upload.busy', message })
  // Both are read now, and refused because the device is registered.
  expect(await Promise.all([upload(GOOD), upload(GOOD)].map(statusOf))).toEqual([422, 422])
})

it('Only the sender of a waiting upload can read its place in the queue', async () => {
  const { app, upload, ask } = await serverWith({ atOnce: 1, waiting: 2 })
  const first = app.uploadQueue.enter()
  await first.turn()
  const placeOf = async (who: string, name: string) => {
    const answer = await ask(who, `/api/uploads/${name}`)
    return answer.statusCode === 200 ? answer.json().payload : answer.statusCode
  }
  const expectPlace = (name: string, before: number) =>
    expect.poll(() => placeOf('client', name)).toEqual({ state: 'waiting', before })
  const second = upload(GOOD, 'upload-2')
  await expectPlace('upload-2', 1)
  const third = upload(GOOD, 'upload-3')
  await expectPlace('upload-3', 2)
  for (const who of ['vendor', 'master']) expect(await placeOf(who, 'upload-3')).toBe(404)
  expect(await placeOf('client', 'upload-4')).toBe(404)
  // A cancelled upload leaves the queue.
  await ask('client', { method: 'DELETE', url: '/api/uploads/upload-2' })
  expect((await second).json().code).toBe('upload.cancelled')
  expect(await placeOf('client', 'upload-3')).toEqual({ state: 'waiting', before: 1 })
  first.leave()
  expect((await third).statusCode).toBe(200)
  expect(await placeOf('client', 'upload-3')).toBe(404)
})

it('A file that needs more memory than its thread has is refused, and the next request is answered', async () => {
  const { upload, ask } = await serverWith({ memoryMb: 8 })
  // Quoted cells, each within its limit.
  const row = `${Array.from({ length: 90 }, () => `"${'가"" '.repeat(7_000)}"`).join(',')}\n`
  expect(await refusalOf(upload(GOOD + row.repeat(4)))).toEqual([413, 'sheet.memory'])
  expect(await statusOf(ask('client', '/api/models'))).toBe(200)
})

describe('The queue', () => {
  const settings = { atOnce: 1, waiting: 5, waitSeconds: 60, memoryMb: 64 }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('serves uploads in the order in which they came', async () => {
    const queue = new UploadQueue(() => settings)
    const [first, second, third] = [queue.enter(), queue.enter(), queue.enter()]
    await first.turn()
    expect(second.before()).toBeUndefined()
    const served: string[] = []
    const waiting = [
      second.turn().then(() => served.push('second')),
      third.turn().then(() => served.push('third')),
    ]
    expect([first, second, third].map(place => place.before())).toEqual([undefined, 1, 2])
    first.leave()
    await waiting[0]
    expect(served).toEqual(['second'])
    expect([second.before(), third.before()]).toEqual([undefined, 1])
    second.leave()
    await waiting[1]
    expect(served).toEqual(['second', 'third'])
  })

  it('refuses an upload that waits too long or is cancelled, and goes on to the next', async () => {
    const queue = new UploadQueue(() => settings)
    const [first, late, cancelled, next] = [queue.enter(), queue.enter(), queue.enter(), queue.enter()]
    await first.turn()
    const cancel = new AbortController()
    const refusals = [
      expect(late.turn()).rejects.toMatchObject({ status: 429, details: { retryAfter: 10 } }),
      expect(cancelled.turn(cancel.signal)).rejects.toMatchObject({ status: 409, code: 'upload.cancelled' }),
    ]
    cancel.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(refusals)
    const turn = next.turn()
    for (const place of [late, cancelled, first]) place.leave()
    await expect(turn).resolves.toBeUndefined()
  })
})
