/**
 * Models, bunches and order methods have two lists: that of §7, made for choosing (bunches of one batch, methods by their code),
 * and that of the described resource, where they are administered. Each is a resource of the data provider: `choices/models` and
 * `models`.
 */
const WITH_CHOICES: readonly string[] = ['models', 'bunches', 'methods']

/** The resource that lists these records to choose from. */
export const choicesOf = (resource: string): string =>
  WITH_CHOICES.includes(resource) ? `choices/${resource}` : resource
