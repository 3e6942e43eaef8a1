/**
 * Vite plugin: the checked config and the map beside the built console, for a console deployed without our server. A file cannot look at
 * the query, so it holds the sentences of both languages. A broken config ends the build.
 */
import { type Plugin, runnerImport } from 'vite'

export function emitConfig(root: string): Plugin {
  const load = async <Module>(path: string) =>
    (await runnerImport<Module>(`${root}/src/${path}`, { root, configFile: false })).module

  return {
    name: 'emit-config',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle() {
      // Through Vite, and not imported above: tests read vite.config.ts too and have no need of the config's reader.
      const { openConfig } = await load<typeof import('../server/plugins/config')>('server/plugins/config.ts')
      const { LOCALES } = await load<typeof import('../engine/text')>('engine/text.ts')
      const config = await openConfig({
        folder: process.env.FLEET_CONFIG || `${root}/config`,
        i18n: `${root}/i18n`,
        watch: false,
      })
      this.emitFile({
        type: 'asset',
        fileName: 'config.json',
        source: JSON.stringify(config.boot(...LOCALES)),
      })
      const { console: shown, map } = config.current()
      this.emitFile({
        type: 'asset',
        fileName: new URL(shown.dashboard.map.url, 'http://map').pathname.slice(1),
        source: map,
      })
    },
  }
}
