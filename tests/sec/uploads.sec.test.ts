/**
 * Sixteen decompression bombs, and ten of the largest files, against a server with a heap of 512 MB (security 26, 52).
 */
import { describe, expect, it } from 'vitest'
import { craftZip, workbookParts } from '../sheet/craft'
import {
  bundleServer,
  preparedFolder,
  type Spawned,
  signedIn,
  spawnServer,
  stopServer,
} from '../support/spawnServer'
import { slowestWhile } from './measure'

bundleServer()

const MASTER = { email: 'master@test.local', password: 'Fleet-test1!' }

async function start(): Promise<{ server: Spawned; url: string; token: string }> {
  const server = spawnServer(
    {
      FLEET_DATA: await preparedFolder(),
      FLEET_DEMO: '0',
      FLEET_MASTER_EMAIL: MASTER.email,
      FLEET_MASTER_PASSWORD: MASTER.password,
    },
    { flags: ['--max-old-space-size=512'] },
  )
  const url = await server.ready()
  return { server, url, token: await signedIn(url, MASTER) }
}

async function upload(url: string, token: string, file: Uint8Array, name: string): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(file)]), name)
  const response = await fetch(`${url}/api/devices/roster/ul`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  })
  await response.text()
  return response.status
}

/** About 12 MB with 2.9 million different strings. */
function bomb(): Uint8Array {
  const strings: string[] = []
  for (let n = 0; n < 2_900_000; n++) strings.push(`<si><t>${(n * 2_654_435_761) % 4_294_967_296}</t></si>`)
  return craftZip(
    workbookParts('<row r="1"><c t="s"><v>0</v></c></row>', [
      { name: 'xl/sharedStrings.xml', content: `<sst>${strings.join('')}</sst>` },
    ]),
  )
}

/** 15 MB of rows, each with an error. */
function largeCsv(): Uint8Array {
  const head = 'IMEI,전화번호,시리얼,모델\n'
  const row = `490154203237518,01012340001,${'S'.repeat(110)},FT-100\n`
  return Buffer.from(head + row.repeat(Math.floor((15 * 1024 * 1024) / row.length)))
}

describe('a server with a heap of 512 MB serves other requests in time', () => {
  it.each([
    ['refuses sixteen spreadsheets of 2.9 million strings at once', 16, 'xlsx', bomb],
    ['reads ten CSV files of 15 MB in turn', 10, 'csv', largeCsv],
  ] as const)('while it %s', async (_what, count, type, content) => {
    const { server, url, token } = await start()
    const file = content()
    const { result, slowest, peak, before } = await slowestWhile(server.pid, `${url}/healthz`, () =>
      Promise.all(Array.from({ length: count }, (_, n) => upload(url, token, file, `${n}.${type}`))),
    )
    console.log(`${count} ${type}`, { bytes: file.length, statuses: result, slowest, before, peak })
    expect(result.every(status => [413, 415, 422, 429].includes(status))).toBe(true)
    expect(slowest).toBeLessThan(1000)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await stopServer(server)
  })
})
