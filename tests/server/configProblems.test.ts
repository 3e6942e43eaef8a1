/** A refused config change is shown to masters and logged, until it is corrected. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renewLeases } from '../../src/server/commands/gateway/leases'
import { openConfig } from '../../src/server/config/openConfig'
import { logStream } from '../../src/server/logStream'
import { copiedConfig } from '../support/dataFolder'
import { payloadOf, startTestApp } from '../support/server'

test('masters see file, line, path and message until the error is corrected; the log has both', async () => {
  const folder = copiedConfig()
  const config = await openConfig({ folder, watch: false })
  let terminal = ''
  const write = (text: string) => {
    terminal += text
  }
  const logger = { level: 'info', stream: logStream({ isTTY: true, write }) }
  const { ask } = await startTestApp(undefined, { config, openConfig: config, logger })
  const url = '/api/config/problems'
  const problems = (language: string) =>
    payloadOf(ask('master', { url, headers: { 'accept-language': language } }))
  expect(await problems('ko')).toEqual([])

  const file = join(folder, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"closed",\n', '"closde",\n'))
  await config.reread()
  const line = text.split('\n').indexOf('      "closed",') + 1
  const index = (JSON.parse(text) as { list: { columns: unknown[] } }).list.columns.indexOf('closed')
  const place = { file, line, column: 7, path: `/list/columns/${index}`, severity: 'error' }
  const korean = '알 수 없는 필드 "closde" 입니다. 혹시 "closed" 인가요?'
  expect(await problems('ko')).toEqual([{ ...place, message: korean }])
  const english = 'Unknown field "closde". Did you mean "closed"?'
  expect(await problems('en')).toEqual([{ ...place, message: english }])
  expect(terminal).toContain('config: the change is refused, the last good one stays in force')
  expect(terminal).toContain(`${file}:${line}:7 /list/columns/${index}`)
  expect(terminal).not.toContain('in force again')

  writeFileSync(file, text)
  await config.reread()
  expect(await problems('ko')).toEqual([])
  expect(terminal).toMatch(/info config: corrected, it is in force again\n$/)
})

test('masters see that the broker of this server is away, until its gateway serves the fleet', async () => {
  const { ask, db } = await startTestApp(undefined, {
    env: { trustProxy: false, mqtt: { url: 'mqtts://broker.test' } },
  })
  const problems = () => payloadOf<{ kind: string; message: string }[]>(ask('master', '/api/config/problems'))
  expect(await problems()).toMatchObject([
    { kind: 'service', message: expect.stringContaining('MQTT 브로커에 연결되어 있지 않아') },
  ])
  await renewLeases(db, { id: 'a', leaseSeconds: 60, isFleetShared: true })
  expect(await problems()).toEqual([])
})
