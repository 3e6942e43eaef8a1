/** A refused config change is shown to masters and logged, until it is corrected. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConfig } from '../../src/server/config/openConfig'
import { logStream } from '../../src/server/logStream'
import { packageRoot } from '../../src/server/packageRoot'
import { dataFolder } from '../support/dataFolder'
import { startTestApp } from '../support/server'

test('masters see file, line, path and message until the error is corrected; the terminal logs both', async () => {
  const folder = join(dataFolder(), 'config')
  cpSync(join(packageRoot, 'config'), folder, { recursive: true })
  const config = await openConfig({ folder, watch: false })
  let terminal = ''
  const stream = logStream({
    isTTY: true,
    write: text => {
      terminal += text
    },
  })
  const { ask } = await startTestApp(undefined, {
    config,
    openConfig: config,
    logger: { level: 'info', stream },
  })
  const problems = async (language: string) =>
    (
      await ask('master', {
        url: '/api/config/problems',
        headers: { 'accept-language': language },
      })
    ).json()
  expect((await problems('ko')).payload).toEqual([])

  const file = join(folder, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"closed",\n', '"closde",\n'))
  await config.reread()
  const line = text.split('\n').indexOf('      "closed",') + 1
  const index = (JSON.parse(text) as { list: { columns: unknown[] } }).list.columns.indexOf('closed')
  const place = { file, line, column: 7, path: `/list/columns/${index}`, severity: 'error' }
  expect((await problems('ko')).payload).toEqual([
    { ...place, message: '알 수 없는 필드 "closde" 입니다. 혹시 "closed" 인가요?' },
  ])
  expect((await problems('en')).payload).toEqual([
    { ...place, message: 'Unknown field "closde". Did you mean "closed"?' },
  ])
  for (const who of ['vendor', 'client', 'guest'])
    expect((await ask(who, '/api/config/problems')).statusCode).toBe(403)
  expect(terminal).toContain('config: the change is refused, the last good one stays in force')
  expect(terminal).toContain(`${file}:${line}:7 /list/columns/${index}`)
  expect(terminal).not.toContain('in force again')

  writeFileSync(file, text)
  await config.reread()
  expect((await problems('ko')).payload).toEqual([])
  expect(terminal).toMatch(/info config: corrected, it is in force again\n$/)
})
