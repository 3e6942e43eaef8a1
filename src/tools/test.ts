/**
 * `npm test`: the laws, and the tests that guard each line of the specification, on one database. Shows the output of
 * each step that failed, runs all steps in any case, and ends with a line `N passed, N failed` and the exit code.
 */
import { conclude, missingServices, printStep, runInChromium, runStep, type Step, vitestStep } from './steps'

const checks: Step[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'unused code', script: 'unused' },
  { name: 'config', script: 'config:check' },
]

const began = Date.now()
const built = runStep({ name: 'build', script: 'build' })
const checked = await Promise.all(checks.map(runStep))
checked.forEach(printStep)
const build = printStep(await built)
// Side by side: each waits for timers, servers and the disk during a quarter of its time.
const tested = await Promise.all([
  runStep(vitestStep('unit, component and API tests', 'unit')).then(printStep),
  runInChromium('journeys of the specification in Chromium', 'specification', build.ok).then(printStep),
])
const results = [...checked, build, ...tested]
process.exitCode = conclude(results, (Date.now() - began) / 1000, missingServices(results))
