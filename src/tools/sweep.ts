/**
 * `npm run sweep`: the long walks over everything of a kind, such as each screen in each language and at each width, each write
 * without a server, and each config file broken in many ways. `npm test` has a small part of each.
 */
import { CHROMIUM_ADVICE, obtainChromium } from './chromium'
import { conclude, missed, playwrightStep, type Result, runStep, type Step, show, vitestStep } from './steps'

const build: Step = { name: 'build', script: 'build' }
const inNode = vitestStep('sweeps in Node', 'sweep:node')
const inBrowser = (chromium: string) => playwrightStep('sweeps in Chromium', 'sweep:browser', chromium)

async function main(): Promise<number> {
  const began = Date.now()
  const results: Result[] = [show(await runStep(build)), show(await runStep(inNode))]
  const chromium = obtainChromium(line => console.log(line))
  const step = inBrowser(chromium ?? '')
  if (!results[0]!.ok) results.push(show(missed(step, 'Nothing was built that a browser could be shown.')))
  else results.push(show(chromium ? await runStep(step) : missed(step, CHROMIUM_ADVICE)))
  return conclude(results, (Date.now() - began) / 1000)
}

process.exitCode = await main()
