/** What is wrong with a config file, and where. Sentences are in `i18n/{ko,en}/config.json` under the code. */

export const CONFIG_CODES = [
  'duplicateKey',
  'forbiddenName',
  'brokenText',
  'badCharacter',
  'tooBig',
  'tooDeep',
  'tooLarge',
  'notUtf8',
  'notAFile',
  'unreadable',
  'tooManyFiles',
  'moreErrors',
  'internal',
  'unfinished',
  'comment',
  'quotes',
  'character',
  'commaTooMany',
  'commaMissing',
  'valueMissing',
  'unknownKey',
  'missingKey',
  'notAllowed',
  'wrongType',
  'minimum',
  'maximum',
  'empty',
  'tooMany',
  'pattern',
  'shape',
  'unknownFile',
  'missingFile',
  'noFolder',
  'notOfTheConsole',
  'ofTheConsole',
  'unknownField',
  'undeclaredField',
  'nearField',
  'fieldName',
  'unknownResource',
  'unknownFilter',
  'notNarrowed',
  'whereUnpaged',
  'filterKey',
  'notOfKind',
  'badMask',
  'clientsOnly',
  'devicesOnly',
  'serversOwn',
  'clearByLevel',
  'stillThere',
  'badDefault',
  'requiredNever',
  'requiredAbove',
  'requiredNowhere',
  'actionElsewhere',
  'actionPlace',
  'needsForm',
  'duplicate',
  'boundsOrder',
  'ruleValue',
  'badPattern',
  'patternUnsupported',
  'patternTooLarge',
  'ruleKind',
  'ruleNoValue',
  'wholeNumber',
  'minAbove',
  'defaultRefused',
  'noForm',
  'noEffect',
  'bulkActions',
  'needsList',
  'recordNameKind',
  'actionNowhere',
  'notInForm',
  'neverWritten',
  'neverHidden',
  'wireKind',
  'formatKind',
  'inputKind',
  'maskInput',
  'noPictures',
  'notListed',
  'phoneColumn',
  'sortHidden',
  'nothingSeen',
  'filterUnknown',
  'filterKind',
  'filterReference',
  'filterValue',
  'searchKind',
  'nothingToSearch',
  'conditionKind',
  'conditionLoop',
  'notInList',
  'referenceAbove',
  'linkNowhere',
  'resourceName',
  'unknownParameter',
  'emptyTest',
  'notSortable',
  'accessFloor',
  'pathTaken',
  'pathReserved',
  'headerTwice',
  'rosterNeeds',
  'rosterNever',
  'rosterPassword',
  'rosterRequired',
  'fileName',
  'signalOrder',
  'perPageLimit',
  'levelOrder',
  'methodMismatch',
  'notAMap',
  'notOnMap',
  'regionLeftOut',
  'countMissing',
  'regionsHidden',
  'regionType',
  'sheetName',
  'secret',
  'notSentences',
  'pluralForms',
  'untranslated',
  'parameters',
  'missingTranslation',
] as const
export type ConfigCode = (typeof CONFIG_CODES)[number]

export interface ConfigError {
  /** From the package's folder on: `config/resources/devices.json`. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** JSON pointer of the place: `/list/columns/4`; empty for the file as a whole. */
  path: string
  code: ConfigCode
  params: Readonly<Record<string, string | number>>
}

/** `file:line:col path message`, as editors and terminals understand it. */
export function formatConfigError(
  error: ConfigError,
  sentence: (key: string, params: ConfigError['params']) => string,
): string {
  const place = `${error.file}:${error.line}:${error.column}`
  return [place, error.path, sentence(`config.${error.code}`, error.params)]
    .filter(part => part !== '')
    .join(' ')
}

/** In the order in which a reader meets them. */
export function byPlace(one: ConfigError, other: ConfigError): number {
  return one.file < other.file
    ? -1
    : one.file > other.file
      ? 1
      : one.line - other.line || one.column - other.column
}

/** The keys and indexes to a place, as a JSON pointer. */
export type Steps = readonly (string | number)[]

export function pointer(steps: Steps): string {
  return steps.map(step => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
