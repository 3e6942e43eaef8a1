/** The upload of a roster as an HTTP request: accepted bodies, refused bodies, and who may send it (§7). */
import { beforeEach, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { insertRow } from '../support/rows'
import { startTestApp } from '../support/server'

const GOOD =
  'IMEI,전화번호,시리얼,모델\n490154203237518,01012340001,1,FT-100\n356938035643809,010-1234-0002,2,FT-100\n'

/** A multipart body as a browser writes it. */
function form(...parts: { name: string; file?: string; text: string | Buffer }[]) {
  const chunks = parts.flatMap(({ name, file, text }) => [
    `--edge\r\nContent-Disposition: form-data; name="${name}"`,
    file === undefined ? '' : `; filename="${file}"\r\nContent-Type: application/octet-stream`,
    '\r\n\r\n',
    text,
    '\r\n',
  ])
  return {
    payload: Buffer.concat([...chunks, '--edge--\r\n'].map(chunk => Buffer.from(chunk))),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }
}
const fileOf = (text: string | Buffer, file = 'a.csv') => ({ name: 'file', file, text })
const LEVEL = { name: 'level', text: '9' }

const config = testConfig(({ shared }) => {
  shared.app.limits.upload.bytes = 1_000_000
})
const api = await startTestApp(undefined, { config })
await insertRow(api.db, 'models', { name: 'FT-100' })
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
})
const upload = (who: string | undefined, body: ReturnType<typeof form>) =>
  api.ask(who, { method: 'POST', url: '/api/devices/roster/ul', ...body })
const count = async () => (await api.ask('master', '/api/devices')).json().count

const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])
it.each<[string, ReturnType<typeof form>, number]>([
  ['without a file', form(), 422],
  ['with a second file', form(fileOf(GOOD), fileOf(GOOD, 'b.csv')), 400],
  ['with another field before the file', form(LEVEL, fileOf(GOOD)), 400],
  ['with a picture', form(fileOf(PNG, 'a.xlsx')), 415],
  ['that is cut off', { ...form(), payload: form(fileOf(GOOD)).payload.subarray(0, -30) }, 400],
  ['of a bare csv', { payload: Buffer.from(GOOD), headers: { 'content-type': 'text/csv' } }, 415],
])('A body %s is refused', async (_description, body, status) => {
  const answer = await upload('client', body)
  expect([answer.statusCode, answer.json().result]).toEqual([status, false])
  expect(answer.json().message).toMatch(/[가-힣]/)
  expect(await count()).toBe(0)
})

it('A file over the limit is refused while it arrives, and the next upload is accepted', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (text: string) => {
    const body = new FormData()
    body.set('file', new Blob([text]), '단말.csv')
    const headers = { authorization: `Bearer ${await api.tokenOf('client@test.local')}` }
    return fetch(`${url}/api/devices/roster/ul`, { method: 'POST', body, headers })
  }
  const refused = await send(GOOD + 'x'.repeat(12_000_000))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ result: false, message: expect.stringMatching(/너무 큽니다/) })
  expect((await send(GOOD)).status).toBe(200)
})
