/** `config/roles.json`: roles beyond the levels. The file may be absent. */
import Type, { type Static } from 'typebox'
import { RECORD_ACTIONS } from '../registry'
import { ConditionFor } from './condition'
import { Few, FileShape, Strict, TextFor } from './text'

const Allowed = (description: string) =>
  Type.Optional(Type.Boolean({ description: `${description}; as the level has it where nothing is said` }))

const RoleAccess = Strict(
  {
    ...(Object.fromEntries(RECORD_ACTIONS.map(action => [action, Allowed('Whether the role may')])) as Record<
      (typeof RECORD_ACTIONS)[number],
      ReturnType<typeof Allowed>
    >),
    export: Allowed('Whether the role may download the list'),
  },
  'What the role may more or less than its level',
)

const FieldRights = Strict({
  read: Allowed('Whether the role sees the field'),
  write: Allowed('Whether the role may change it'),
})

const Rights = Strict({
  access: Type.Optional(RoleAccess),
  fields: Type.Optional(
    Type.Record(Type.String(), FieldRights, {
      description: 'By field: what of it the role sees and changes',
    }),
  ),
  rows: Type.Optional(
    ConditionFor('Which records there are for the role; all that its level has without it'),
  ),
})

const Role = Strict({
  label: TextFor('What the role is called'),
  level: Few(
    ['guest', 'client', 'vendor', 'master', 'manager'],
    'The level whose scope the role has, and whose rights where the role says nothing else',
  ),
  resources: Type.Record(Type.String(), Rights, {
    description: 'By resource; "*" for all that are not named, and for what these do not say',
  }),
})

export const Roles = FileShape({
  roles: Type.Record(Type.String(), Role, { description: 'By name, such as "regional-manager"' }),
})
export type Roles = Static<typeof Roles>
