/**
 * Vite plugin: writes `screens.json`, which lists the files with the code of each screen. The server adds them to the
 * page, so that they are loaded in parallel with the libraries (`server/plugins/console`).
 */
import type { Plugin, Rolldown } from 'vite'

/** @param screens the source file of each screen by name, relative to `src/console`, without extension */
export function screenCode(screens: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'screen-code',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const initialFiles = filesOf(chunks.filter(({ isEntry }) => isEntry))
      const entries = Object.entries(screens).map(([name, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(`/src/console/${file}.`))
        if (!chunk) throw new Error(`no separate chunk was built for the screen ${file}`)
        return [name, [...filesOf([chunk])].filter(file => !initialFiles.has(file))]
      })
      this.emitFile({
        type: 'asset',
        fileName: 'screens.json',
        source: JSON.stringify(Object.fromEntries(entries)),
      })

      /** The files of these chunks and of all chunks that they import, added to `files`. */
      function filesOf(startChunks: readonly Rolldown.OutputChunk[], files = new Set<string>()): Set<string> {
        for (const { fileName, imports } of startChunks) {
          if (files.has(fileName)) continue
          files.add(fileName)
          filesOf(
            chunks.filter(chunk => imports.includes(chunk.fileName)),
            files,
          )
        }
        return files
      }
    },
  }
}
