/** Extracts the config of brokers from `src/server/gateway/brokers.md`, so that tests use what the guide recommends. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../server/packageRoot'

/**
 * @param file the file name in the info string of a code block: ```conf rabbitmq.conf
 * @param filledIn replacements of texts in the block
 */
export function brokerLines(file: string, filledIn: Readonly<Record<string, string>>): string[] {
  const guide = readFileSync(join(packageRoot, 'src/server/gateway/brokers.md'), 'utf8')
  const block = guide.split(/^```/m).find(text => text.split('\n')[0]!.endsWith(` ${file}`))
  if (!block) throw new Error(`brokers.md has no ${file}`)
  const lines = block.split('\n').slice(1)
  return lines.map(line =>
    Object.entries(filledIn).reduce((text, [from, to]) => text.replaceAll(from, to), line),
  )
}
