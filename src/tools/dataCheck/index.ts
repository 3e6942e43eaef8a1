/** `npm run config:check -- --data`: checks stored records against the config, read-only, and prints counts. */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { Translate } from '../../engine/load/compileMessages'
import { withCopy } from '../../server/copyService'
import type { Db } from '../../server/store/database'
import {
  allUniqueRules,
  countDuplicates,
  type StoredDuplicates,
} from '../../server/store/records/uniqueIndexes'
import { type DataPlace, done, failed, inspectData, type Outcome, type SentenceOf } from '../command'
import { type Finding, Findings, MAX_EXAMPLE_LENGTH } from './findings'
import { countRowProblems, type RowCount } from './rowCounts'
import { storedRecords } from './storedRecords'

/**
 * Checks stored records against config. Never throws: a missing, locked or unreachable database is reported as a
 * sentence. Lines are in the order of the config files.
 */
export function checkData(
  config: CompiledConfig,
  place: DataPlace,
  folder: string,
  translate: Translate,
  locale: Locale,
): Promise<Outcome> {
  const sentence: SentenceOf = (key, params) => translate(locale, `config.${key}`, params)
  const inspect = async (db: Db) => {
    const { records, findings } = await checkRecords(db, config)
    const duplicateLines = (await duplicatesIn(db, config)).map(duplicates =>
      duplicateLine(duplicates, folder, translate, locale),
    )
    const rowLines = (await countRowProblems(db, config)).map(rowCount =>
      rowLine(rowCount, folder, config, translate, locale),
    )
    if (findings.length + duplicateLines.length + rowLines.length === 0)
      return done(sentence('data.ok', { records }))
    const lines = [
      ...findings.map(finding => findingLine(finding, folder, config, translate, locale)),
      ...duplicateLines,
      ...rowLines,
    ]
    return failed(...lines, sentence('data.broken', { count: lines.length }))
  }
  // If a server uses the folder, the server makes a copy, and the copy is checked: the server keeps running.
  return inspectData(place, sentence, inspect, () =>
    withCopy(place.data, copy => inspectData({ data: copy }, sentence, inspect)).catch(() =>
      failed(sentence('data.inUse')),
    ),
  )
}

async function checkRecords(
  db: Db,
  config: CompiledConfig,
): Promise<{ records: number; findings: Finding[] }> {
  let records = 0
  const findings: Finding[] = []
  for (const resource of Object.values(config.resources)) {
    const findingsOfResource = new Findings(config, resource)
    if (findingsOfResource.hasNoRules) continue
    for await (const page of storedRecords(db, config, resource)) {
      records += page.length
      for (const record of page) findingsOfResource.add(record)
    }
    findings.push(...findingsOfResource.all())
  }
  return { records, findings }
}

/** Duplicates of unique fields, counted by the database, which can also handle many records. */
async function duplicatesIn(db: Db, config: CompiledConfig): Promise<StoredDuplicates[]> {
  const allDuplicates: StoredDuplicates[] = []
  for (const rule of allUniqueRules(config)) {
    const duplicates = await countDuplicates(db, rule)
    if (duplicates) allDuplicates.push(duplicates)
  }
  return allDuplicates
}

function duplicateLine(
  { rule: { resource, field }, values, records, example }: StoredDuplicates,
  folder: string,
  translate: Translate,
  locale: Locale,
): string {
  const name = pick(field.label, locale)
  const sentence = translate(locale, 'config.data.twice', { values, records, example: shorten(example) })
  return `${folder}/resources/${resource.name}.json /fields/${field.name}/unique (${name}) ${sentence}`
}

function rowLine(
  { resource, field, kind, count, limit }: RowCount,
  folder: string,
  { resources }: CompiledConfig,
  translate: Translate,
  locale: Locale,
): string {
  const name = pick(resources[resource]!.fields[field]!.label, locale)
  const key = kind === 'rowsLeast' ? 'min' : 'max'
  const sentence = translate(locale, `config.data.${kind}`, { count, limit })
  return `${folder}/resources/${resource}.json /fields/${field}/${key} (${name}) ${sentence}`
}

const shorten = (text: string) =>
  text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH - 1)}…` : text

function findingLine(
  { resource, field, kind, count, values, longest, problem }: Finding,
  folder: string,
  config: CompiledConfig,
  translate: Translate,
  locale: Locale,
): string {
  const why = problem.message
    ? pick(problem.message, locale)
    : translate(locale, `errors.${problem.code}`, problem.params)
  const sentence = translate(locale, `config.data.${kind}`, {
    count,
    values: values.join(', '),
    longest,
    why,
  })
  const { fields, checks = [] } = config.resources[resource]!
  // For a rule over several fields, the problem has the name of the rule as a parameter.
  const violatedRule = problem.code === 'field.check' ? problem.params.name : undefined
  const ruleIndex = checks.findIndex(({ name }) => name === violatedRule)
  const label = fields[field]?.label
  const place =
    ruleIndex >= 0
      ? `/checks/${ruleIndex} (${checks[ruleIndex]!.name})`
      : `/fields/${field} (${label ? pick(label, locale) : field})`
  return `${folder}/resources/${resource}.json ${place} ${sentence}`
}
