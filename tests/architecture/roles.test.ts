/** What a caller may is asked of config as the caller's role has it: no route asks the plain one. */
import { expect, test } from 'vitest'
import { filesUnder, read } from '../support/source'

/** What of the plain config is the same for everybody: settings, limits, sentences, sign-in. */
const SAME =
  /current\(\)\.(server\b|shared\.(app|levels)\b)|const \{ shared \} = config\.current\(\) \/\/ as everybody may read it$|const \{ resources \} = deps\.config\.current\(\)\.shared|(config|claimOf\([^()]*), config\.current\(\)|config: config\.current\(\)|missingRoles\(.*current\(\)/

test('routes ask the plain config for nothing that a role may change', () => {
  const files = filesUnder('src/server/routes', /\.ts$/)
  const plain = files.flatMap(file =>
    read(file)
      .split('\n')
      .filter(line => line.includes('.current()') && !SAME.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(plain).toEqual([])
})

test('nor do commands, which are given it', () => {
  const plain = filesUnder('src/server/commands', /\.ts$/).filter(file =>
    /config\.current\(\)/.test(read(file)),
  )
  expect(plain).toEqual([])
})
