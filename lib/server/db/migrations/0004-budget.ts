import 'server-only';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * The request budget that replicas share (lib/server/db/permits.ts tells how it is asked). PostgreSQL only: with the
 * embedded database there is one process, which counts by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const statement of [tables, turn]) await sql.raw(statement).execute(db);
}

/** Small rows written over and over: room on the page keeps the new version beside the old one, without index work. */
const tables = `
create table budget (
  connection text primary key not null,
  granted bigint not null default 0,
  run integer not null default 0,
  paused_until bigint not null default 0,
  alone_until bigint not null default 0,
  throttles integer not null default 0
) with (fillfactor = 50);
create table budget_send (
  connection text not null,
  slot integer not null,
  at bigint not null,
  primary key (connection, slot)
) with (fillfactor = 50);
create table budget_replica (
  connection text not null,
  replica text not null,
  in_flight integer not null,
  interactive integer not null,
  background integer not null,
  interactive_since bigint not null,
  background_since bigint not null,
  alive_until bigint not null,
  back_by bigint not null,
  seen_at bigint not null,
  primary key (connection, replica)
) with (fillfactor = 50)`;

/**
 * One replica's turn, in one round trip and alone by the connection's row: it says how many requests it has in flight
 * and waiting, and gets as many permits as there are now. Times are ms by the database's clock, read under the lock; a
 * time that lies further ahead than it could is what a clock set back left, and does not count.
 */
const turn = `
create function take_permits(
  p_connection text, p_replica text, p_in_flight integer, p_interactive integer, p_background integer,
  p_concurrency integer, p_per_window integer, p_window_ms integer,
  p_pause_ms integer, p_taken boolean,
  out interactive integer, out background integer, out wait_ms integer,
  out pause_ms integer, out throttles integer, out replicas integer
) language plpgsql as $$
declare
  ring constant integer := 1024;
  poll_ms constant integer := 25;
  alone_ms constant integer := 5000;
  longest_pause_ms constant integer := 300000;
  lease_ms constant integer := 5000;
  grace_ms constant integer := 200;
  patience_ms constant integer := 100;
  known budget;
  mine budget_replica;
  others record;
  now_ms bigint;
  oldest bigint;
  is_alone boolean;
  is_background_turn boolean;
begin
  set local synchronous_commit = off;
  select * into known from budget where connection = p_connection for update;
  if not found then
    insert into budget (connection) values (p_connection) on conflict do nothing;
    select * into known from budget where connection = p_connection for update;
  end if;
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  interactive := 0;
  background := 0;
  wait_ms := null;
  known.paused_until := least(known.paused_until, now_ms + longest_pause_ms);
  known.alone_until := least(known.alone_until, now_ms + longest_pause_ms + alone_ms);

  if p_pause_ms is not null then
    if known.paused_until <= now_ms then known.throttles := known.throttles + 1; end if;
    known.paused_until := greatest(known.paused_until, now_ms + least(p_pause_ms, longest_pause_ms));
    known.alone_until := known.paused_until + alone_ms;
  elsif p_taken and known.paused_until <= now_ms then
    known.throttles := 0;
    known.alone_until := 0;
  end if;

  select coalesce(sum(r.in_flight) filter (where r.alive_until > now_ms), 0) as in_flight,
    coalesce(bool_or(r.interactive > 0) filter (where r.back_by > now_ms), false) as interactive,
    coalesce(bool_or(r.background > 0) filter (where r.back_by > now_ms), false) as background,
    min(r.interactive_since) filter (where r.interactive > 0 and r.back_by > now_ms) as interactive_since,
    min(r.background_since) filter (where r.background > 0 and r.back_by > now_ms) as background_since,
    count(*) as replicas
  into others from budget_replica r
  where r.connection = p_connection and r.replica <> p_replica and r.seen_at between now_ms - 600000 and now_ms;
  replicas := others.replicas + 1;

  select * into mine from budget_replica r where r.connection = p_connection and r.replica = p_replica;
  mine.in_flight := p_in_flight;
  if mine.interactive is null or mine.interactive = 0 then mine.interactive_since := now_ms; end if;
  if mine.background is null or mine.background = 0 then mine.background_since := now_ms; end if;
  mine.interactive := p_interactive;
  mine.background := p_background;

  while mine.interactive + mine.background > 0 loop
    is_alone := now_ms < known.alone_until;
    if mine.in_flight + others.in_flight >= (case when is_alone then 1 else p_concurrency end) then
      wait_ms := poll_ms;
      exit;
    end if;
    select s.at into oldest from budget_send s
    where s.connection = p_connection and s.slot = (known.granted - p_per_window + ring) % ring
      and s.at <= now_ms and known.granted >= p_per_window;
    oldest := greatest(known.paused_until, coalesce(oldest + p_window_ms + 1, 0));
    if oldest > now_ms then
      wait_ms := oldest - now_ms;
      exit;
    end if;
    is_background_turn := not (mine.interactive > 0 or others.interactive)
      or ((mine.background > 0 or others.background) and known.run >= 4);
    if is_background_turn then
      if mine.background = 0 or others.background_since < mine.background_since - patience_ms then
        wait_ms := poll_ms;
        exit;
      end if;
      background := background + 1;
      mine.background := mine.background - 1;
      mine.background_since := now_ms;
    else
      if mine.interactive = 0 or others.interactive_since < mine.interactive_since - patience_ms then
        wait_ms := poll_ms;
        exit;
      end if;
      interactive := interactive + 1;
      mine.interactive := mine.interactive - 1;
      mine.interactive_since := now_ms;
    end if;
    known.run := case when is_background_turn or not (mine.background > 0 or others.background) then 0
      else known.run + 1 end;
    mine.in_flight := mine.in_flight + 1;
    insert into budget_send (connection, slot, at) values (p_connection, known.granted % ring, now_ms)
    on conflict (connection, slot) do update set at = excluded.at;
    known.granted := known.granted + 1;
  end loop;

  pause_ms := greatest(0, known.paused_until - now_ms);
  throttles := known.throttles;
  update budget b set granted = known.granted, run = known.run, paused_until = known.paused_until,
    alone_until = known.alone_until, throttles = known.throttles
  where b.connection = p_connection and b.* is distinct from known;
  insert into budget_replica values (p_connection, p_replica, mine.in_flight, mine.interactive, mine.background,
    mine.interactive_since, mine.background_since, now_ms + lease_ms, now_ms + coalesce(wait_ms, 0) + grace_ms, now_ms)
  on conflict (connection, replica) do update set in_flight = excluded.in_flight, interactive = excluded.interactive,
    background = excluded.background, interactive_since = excluded.interactive_since,
    background_since = excluded.background_since, alive_until = excluded.alive_until, back_by = excluded.back_by,
    seen_at = excluded.seen_at;
  delete from budget_replica r
  where r.connection = p_connection and not r.seen_at between now_ms - 600000 and now_ms + 600000;
end $$`;
