/**
 * `npm run sweep`: the long walks over everything of a kind, such as each screen in each language and at each width, each write
 * without a server, and each config file broken in many ways. `npm test` has a small part of each.
 */
import { conclude, printStep, runInChromium, runStep, vitestStep } from './steps'

const began = Date.now()
const build = printStep(await runStep({ name: 'build', script: 'build' }))
// Side by side: those in Chromium wait for pages, clocks and servers during a third of their time.
const [inNode, inBrowser] = await Promise.all([
  runStep(vitestStep('sweeps in Node', 'sweep:node')).then(printStep),
  runInChromium('sweeps in Chromium', 'sweep:browser', build.ok).then(printStep),
])
process.exitCode = conclude([build, inNode, inBrowser], (Date.now() - began) / 1000)
