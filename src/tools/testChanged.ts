/**
 * `npm run test:changed [-- REVISION]`: the tests that can notice what changed since the revision (without one: what is
 * not committed yet). vitest follows the imports of test files. A journey runs when its own file or a helper of it
 * changed; the project `specification` runs when the source of the console or the server did, since no browser test
 * imports it.
 */
import { execFileSync } from 'node:child_process'
import { conclude, printStep, runInChromium, runStep, vitestStep } from './steps'

const since = process.argv[2]
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', since ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const began = Date.now()
const unit = vitestStep('tests of what changed', 'unit')
const results = [
  await runStep({
    ...unit,
    args: [...unit.args!, '--project=wide', since ? `--changed=${since}` : '--changed', '--passWithNoTests'],
  }),
]
printStep(results[0]!)

const isServed = changed.some(file => /^(src\/(?!tools|docs)|config|i18n)/.test(file))
if (isServed || changed.some(file => /^tests\/(journeys|support)\//.test(file))) {
  const build = printStep(await runStep({ name: 'build', script: 'build' }))
  const changedOnly = [since ? `--only-changed=${since}` : '--only-changed', '--pass-with-no-tests']
  const journeys = await (isServed
    ? runInChromium('journeys of the specification', 'specification', build.ok)
    : runInChromium('journeys that changed', 'journeys', build.ok, changedOnly))
  results.push(build, printStep(journeys))
}
process.exitCode = conclude(results, (Date.now() - began) / 1000)
