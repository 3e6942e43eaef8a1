/** Tells its child whether the user may change a record. Fetched only for resources with a rule `access.rows`. */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import { isChangeable } from '../../engine/changeable'
import type { CompiledResource } from '../../engine/compiled'
import { useConfig } from '../config'
import { conditionUser, session } from '../session'

interface Props {
  resource: CompiledResource
  record: RaRecord
  children: (isChangeable: boolean) => ReactNode
}

export default function OfRecord({ resource, record, children }: Props) {
  const { numbers: levels } = useConfig().levels
  const current = session.current()
  const level = current?.user.level ?? 0
  return children(isChangeable(resource, record, { level, levels, user: conditionUser(current) }))
}
