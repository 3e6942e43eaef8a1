/** The picture of a record beside its name, where the server has pictures of this resource (decision 8); else its first letter. */
import { Avatar as MuiAvatar } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useListContext } from 'ra-core'
import { type Ref, useRef } from 'react'
import { type Pictures, picturesIn, shownPicture, usePicture } from '../picture'

interface AvatarProps {
  resource: string
  record: RaRecord
  name: string
}

const FIELD = 'img'

export function Avatar(props: AvatarProps) {
  return picturesIn(props.record) ? <OwnPicture {...props} /> : <PictureOfList {...props} />
}

/** Fetched by itself; no row has a place for one where none of them has one. */
function OwnPicture({ resource, record, name }: AvatarProps) {
  const { data = [] } = useListContext<RaRecord>()
  const place = useRef<HTMLDivElement>(null)
  const picture = usePicture(resource, record, FIELD, place)
  const isSome = [record, ...data].some(row => picturesIn(row)?.includes(FIELD))
  return isSome ? <Round picture={picture} name={name} place={place} /> : null
}

/** One call for the whole list, as §7 has it. A list without pictures, or whose pictures do not come, is a list all the same. */
function PictureOfList({ resource, record, name }: AvatarProps) {
  const fleet = useDataProvider<Pictures>()
  const { data: images } = useQuery({
    queryKey: [resource, 'images'],
    queryFn: async ({ signal }) => (await fleet.images(resource, signal)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
  if (!images || images.size === 0) return null
  return <Round picture={shownPicture(images.get(String(record.id)))} name={name} />
}

function Round({
  picture,
  name,
  place,
}: {
  picture: string | undefined
  name: string
  place?: Ref<HTMLDivElement>
}) {
  return (
    <MuiAvatar
      ref={place}
      src={picture}
      alt=""
      aria-hidden
      sx={{ width: 24, height: 24, fontSize: 12, bgcolor: 'action.selected', color: 'text.primary' }}
    >
      {[...name][0]}
    </MuiAvatar>
  )
}
