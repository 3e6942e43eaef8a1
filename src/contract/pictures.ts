/**
 * Pictures of records, each by itself. Rows of lists come without them and name, under `pictures`, the fields that have one (where config has
 * no field of that name).
 */
import Type from 'typebox'
import { get } from './endpoint'

const Name = Type.String({ minLength: 1, maxLength: 200 })

export const pictures = {
  get: get('/api/pictures/{resource}/{id}/{field}', 'guest', {
    summary: 'The picture that a record has in a field; with an ETag, to be asked again by If-None-Match',
    params: Type.Object({ resource: Name, id: Name, field: Name }),
    gives: 'file',
    ours: true,
  }),
}
