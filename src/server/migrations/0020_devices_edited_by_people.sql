-- A province is also reported by devices (their position), and that is no edit: `updated` moves where a save names it itself.
-- The trigger is left for what changes devices beside a save: rosters, groups, a user who is removed.
create or replace trigger devices_edited
  before update of isdn, serial, vendor_id, client_id, model_id, batch_id, bunch_id, extra on devices
  for each row when (
    (old.isdn, old.serial, old.vendor_id, old.client_id, old.model_id, old.batch_id, old.bunch_id, old.extra)
      is distinct from
    (new.isdn, new.serial, new.vendor_id, new.client_id, new.model_id, new.batch_id, new.bunch_id, new.extra))
  execute function device_edited();
