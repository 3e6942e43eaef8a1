/** Routes read the config of the caller's role, not the plain config. */
import { expect, test } from 'vitest'
import { filesUnder, read } from '../support/source'

/** Parts of the plain config that are the same for all roles: settings, limits, sentences, sign-in. */
const ROLE_INDEPENDENT =
  /current\(\)\.(server\b|shared\.(app|levels)\b)|const \{ shared \} = config\.current\(\) \/\/ as everybody may read it$|const \{ resources \} = deps\.config\.current\(\)\.shared|(config|claimOf\([^()]*), config\.current\(\)|config: config\.current\(\)|missingRoles\(.*current\(\)/

test('routes read only role-independent parts of the plain config, and commands none of it', () => {
  const linesIn = (folder: string) =>
    filesUnder(folder, /\.ts$/).flatMap(file =>
      read(file)
        .split('\n')
        .map(line => `${file}: ${line.trim()}`),
    )
  const plain = linesIn('src/server/routes').filter(
    line => line.includes('.current()') && !ROLE_INDEPENDENT.test(line),
  )
  expect(plain).toEqual([])
  expect(linesIn('src/server/commands').filter(line => line.includes('config.current()'))).toEqual([])
})
