/**
 * `npm test`: everything that must hold, one heading a step. A step's output is shown when it fails; the run goes on, so that
 * one look shows all that is wrong, and ends with a line `N passed, N failed` and a status that says the same.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { conclude, printStep, type Result, runInChromium, runStep, type Step, vitestStep } from './steps'

const root = resolve(import.meta.dirname, '../..')

/** Services that some tests need: the variable that names one, and what is printed when tests were left out for want of it. */
const SERVICES = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL' },
  { variable: 'TEST_MQTT_URL', name: 'MQTT' },
]

const checks: Step[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'import law', script: 'law' },
  { name: 'config', script: 'config:check' },
]

const began = Date.now()
const built = runStep({ name: 'build', script: 'build' })
const checked = await Promise.all(checks.map(runStep))
checked.forEach(printStep)
const build = printStep(await built)
// Side by side: each of them waits for timers, servers and the disk during a quarter of its time.
const [unit, journeys] = await Promise.all([
  runStep(vitestStep('unit, component and API tests', 'unit')).then(printStep),
  runInChromium('journeys in Chromium', 'journeys', build.ok).then(printStep),
])
const results = [...checked, build, unit, journeys]
const notRun = SERVICES.filter(({ variable }) => !process.env[variable] && isNeeded(variable))
process.exitCode = conclude(results, (Date.now() - began) / 1000, [
  ...notRun.map(({ name }) => `${name}: NOT RUN`),
  ...saidNotRun(results),
])

/** What tests themselves have said of programs that are not installed. */
function saidNotRun(results: readonly Result[]): string[] {
  return [...new Set(results.flatMap(({ output }) => output.match(/^NOT RUN: .+$/gm) ?? []))]
}

/** Whether a test asks for the service. */
function isNeeded(variable: string): boolean {
  const folder = join(root, 'tests')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .some(
      file =>
        /\.tsx?$/.test(file) && statSync(file).isFile() && readFileSync(file, 'utf8').includes(variable),
    )
}
