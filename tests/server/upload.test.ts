import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSheet } from '../../src/sheet'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const GOOD =
  'IMEI,전화번호,시리얼,모델\n490154203237518,01012340001,1,FT-100\n356938035643809,010-1234-0002,2,FT-100\n'

/** A multipart body as a browser writes it. */
function form(...parts: { name: string; file?: string; text: string | Buffer }[]) {
  const chunks = parts.flatMap(({ name, file, text }) => [
    `--edge\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`,
    text,
    '\r\n',
  ])
  return {
    payload: Buffer.concat([...chunks, '--edge--\r\n'].map(chunk => Buffer.from(chunk))),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase())
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
})
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
})
const upload = (who: string | undefined, body: ReturnType<typeof form>) =>
  api.ask(who, { method: 'POST', url: '/api/devices/roster/ul', ...body })
const devices = async () => (await api.ask('master', '/api/devices')).json().count

describe('uploading a roster', () => {
  it('registers its devices, and they are in the list', async () => {
    const answer = await upload('client', form({ name: 'file', file: '단말목록.csv', text: GOOD }))
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { result: true, message: '단말목록을 추가 하였습니다.', payload: { added: 2 } },
    ])
    const found = await api.ask('client', '/api/devices?search[topic]=number&search[alike]=12340002')
    expect(found.json().data).toMatchObject([{ id: '356938035643809', model: 'FT-100', batch: '' }])
  })

  it('is refused with row, column and reason, and stores nothing', async () => {
    const text = GOOD.replace('356938035643809', '356938035643808')
    const answer = await upload('client', form({ name: 'file', file: 'a.csv', text }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().rows).toMatchObject([{ row: 3, column: 'IMEI', value: '356938035643808' }])
    expect(await devices()).toBe(0)
  })

  const refusals: [string, ReturnType<typeof form>, number][] = [
    ['without a file', form(), 422],
    ['under another name', form({ name: 'list', file: 'a.csv', text: GOOD }), 422],
    ['with text where the file belongs', form({ name: 'file', text: GOOD }), 400],
    [
      'with a second file',
      form({ name: 'file', file: 'a.csv', text: GOOD }, { name: 'file', file: 'b.csv', text: GOOD }),
      400,
    ],
    [
      'with a field behind it',
      form({ name: 'file', file: 'a.csv', text: GOOD }, { name: 'level', text: '9' }),
      400,
    ],
    [
      'with a field before it',
      form({ name: 'level', text: '9' }, { name: 'file', file: 'a.csv', text: GOOD }),
      400,
    ],
    ['that is empty', form({ name: 'file', file: 'a.csv', text: '' }), 422],
    [
      'that is a picture',
      form({ name: 'file', file: 'a.xlsx', text: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]) }),
      415,
    ],
    [
      'that ends in the middle',
      {
        ...form({ name: 'file', file: 'a.csv', text: GOOD }),
        payload: form({ name: 'file', file: 'a.csv', text: GOOD }).payload.subarray(0, -30),
      },
      400,
    ],
    [
      'that is not multipart at all',
      { payload: Buffer.from(GOOD), headers: { 'content-type': 'text/csv' } },
      415,
    ],
    [
      'that is JSON',
      { payload: Buffer.from('{"file":"x"}'), headers: { 'content-type': 'application/json' } },
      415,
    ],
  ]
  it.each(refusals)('%s is refused and stores nothing', async (_what, body, status) => {
    const answer = await upload('client', body)
    expect([answer.statusCode, answer.json().result]).toEqual([status, false])
    expect(answer.json().message).toMatch(/[가-힣]/)
    expect(await devices()).toBe(0)
  })

  it('is not for guests, nor for those who are not signed in', async () => {
    const body = form({ name: 'file', file: 'a.csv', text: GOOD })
    expect((await upload('guest', body)).json()).toMatchObject({ message: '이 작업을 할 권한이 없습니다.' })
    expect((await upload('guest', body)).statusCode).toBe(403)
    expect((await upload(undefined, body)).statusCode).toBe(401)
    expect(await devices()).toBe(0)
  })
})

it('the sample is a spreadsheet that can be filled in and uploaded, with its Korean name', async () => {
  const answer = await api.ask('client', '/api/devices/roster/sf')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(answer.headers['content-disposition']))?.[1]
  expect(decodeURIComponent(name ?? '')).toBe('단말목록_양식.xlsx')
  const rows = []
  async function* bytes() {
    yield new Uint8Array(answer.rawPayload)
  }
  for await (const row of readSheet(bytes())) rows.push(row.cells.map(cell => cell.text))
  expect(rows[0]).toEqual(expect.arrayContaining(['IMEI', '전화번호', '시리얼', '모델']))
})

describe('a file over the size', () => {
  it('is refused while it arrives, the sender hears why, and the next one is served', async () => {
    const api = await startTestApp(await newDatabase(), {
      config: testConfig(({ shared }) => {
        shared.app.limits.upload.bytes = 1_000_000
      }),
    })
    await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.app.server.address() as AddressInfo
    const send = async (text: string) => {
      const body = new FormData()
      body.set('file', new Blob([text]), '단말.csv')
      const headers = { authorization: `Bearer ${await api.tokenOf('client@test.local')}` }
      return fetch(`http://127.0.0.1:${port}/api/devices/roster/ul`, { method: 'POST', body, headers })
    }
    const large = await send(GOOD + 'x'.repeat(12_000_000))
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ result: false, message: expect.stringMatching(/너무 큽니다/) })
    expect((await send(GOOD)).status).toBe(200)
  })
})
