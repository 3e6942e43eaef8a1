/** The shape of `config/roles.json`: roles, whose rights may differ from their level. The file is optional. */
import Type, { type Static } from 'typebox'
import { RECORD_ACTIONS } from '../registry'
import { ConditionFor } from './condition'
import { FileShape, OneOf, StrictObject, TextFor } from './text'

const Allowed = (description: string) =>
  Type.Optional(Type.Boolean({ description: `${description}; by default like its level` }))

const RoleAccess = StrictObject(
  {
    ...(Object.fromEntries(
      RECORD_ACTIONS.map(action => [action, Allowed('Whether the role may do this')]),
    ) as Record<(typeof RECORD_ACTIONS)[number], ReturnType<typeof Allowed>>),
    export: Allowed('Whether the role may download the list'),
  },
  'Rights that differ from those of the level',
)

const FieldRights = StrictObject({
  read: Allowed('Whether the role sees the field'),
  write: Allowed('Whether the role may change it'),
})

const Rights = StrictObject({
  access: Type.Optional(RoleAccess),
  fields: Type.Optional(
    Type.Record(Type.String(), FieldRights, {
      description: 'Rights by field',
    }),
  ),
  rows: Type.Optional(ConditionFor('Records that exist for the role; by default all that its level sees')),
})

const Role = StrictObject({
  label: TextFor('Name of the role'),
  level: OneOf(
    ['guest', 'client', 'vendor', 'master', 'manager'],
    'Level that gives the role its scope, and its rights by default',
  ),
  resources: Type.Record(Type.String(), Rights, {
    description:
      'Rights by resource; "*" is for all other resources, and for rights that a named resource leaves out',
  }),
})

export const Roles = FileShape({
  roles: Type.Record(Type.String(), Role, { description: 'Roles by name, such as "regional-manager"' }),
})
export type Roles = Static<typeof Roles>
