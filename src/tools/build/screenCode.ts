/**
 * Vite plugin: which files hold the code of a screen, as `screens.json` beside the built console. The server names them
 * in the page, so that they come together with the libraries and not after them (`server/plugins/console`).
 */
import type { Plugin, Rolldown } from 'vite'

/** @param screens by name, the file of each beneath `src/console`, without its ending */
export function screenCode(screens: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'screen-code',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const initial = filesOf(chunks.filter(({ isEntry }) => isEntry))
      const entries = Object.entries(screens).map(([name, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(`/src/console/${file}.`))
        if (!chunk) throw new Error(`no code of its own is built for the screen ${file}`)
        return [name, [...filesOf([chunk])].filter(one => !initial.has(one))]
      })
      this.emitFile({
        type: 'asset',
        fileName: 'screens.json',
        source: JSON.stringify(Object.fromEntries(entries)),
      })

      /** With everything that they import. */
      function filesOf(wanted: readonly Rolldown.OutputChunk[], found = new Set<string>()): Set<string> {
        for (const { fileName, imports } of wanted) {
          if (found.has(fileName)) continue
          found.add(fileName)
          filesOf(
            chunks.filter(one => imports.includes(one.fileName)),
            found,
          )
        }
        return found
      }
    },
  }
}
