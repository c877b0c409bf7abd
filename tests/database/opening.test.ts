import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/lib/server/db/database';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let at: TestDatabase;
beforeEach(async () => {
  at = await testDatabase();
});
afterEach(() => at.drop());

describe('an open database', () => {
  it('is up, and down once it is closed', async () => {
    const database = await openDatabase(at.url);
    expect(await database.isUp()).toBe(true);
    await database.close();
    expect(await database.isUp()).toBe(false);
    await expect(database.kysely.selectFrom('session').select('id').execute()).rejects.toThrow();
  });

  it('keeps what was written over a restart, to the last digit', async () => {
    const first = await openDatabase(at.url);
    const person = {
      id: 'p',
      issuer: 'https://issuer.example/ä',
      subject: "'; drop table person; --",
      name: 'Grażyna “O’Neill” 🙂',
      roles: '[]',
      signed_in_at: Number.MAX_SAFE_INTEGER,
    };
    await first.kysely.insertInto('person').values(person).execute();
    await first.close();
    const second = await openDatabase(at.url);
    expect(await second.kysely.selectFrom('person').selectAll().execute()).toEqual([person]);
    await second.close();
  });

  it('refuses a session of nobody', async () => {
    const database = await openDatabase(at.url);
    const orphan = { token_hash: 't', id: 's', person_id: 'nobody', address: '', agent: '' };
    await expect(
      database.kysely
        .insertInto('session')
        .values({ ...orphan, started_at: 0, used_at: 0, ends_at: 0 })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
    await database.close();
  });

  it("tells the time of the database's clock in milliseconds, as a number", async () => {
    const database = await openDatabase(at.url);
    const { rows } = await sql<{ now: number }>`select ${database.dialect.now} as now`.execute(
      database.kysely,
    );
    const now = rows[0]?.now ?? 0;
    expect(Number.isInteger(now)).toBe(true);
    // The same machine or a neighbour: off by a factor of 1000 is what this finds.
    expect(Math.abs(now - Date.now())).toBeLessThan(3_600_000);
    await database.close();
  });

  it('undoes a transaction that failed, wholly', async () => {
    const database = await openDatabase(at.url);
    const person = { issuer: 'i', name: '', roles: '[]', signed_in_at: 0 };
    const failing = database.kysely.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('person')
        .values({ ...person, id: '1', subject: 'a' })
        .execute();
      await transaction
        .insertInto('person')
        .values({ ...person, id: '2', subject: 'a' })
        .execute();
    });
    await expect(failing).rejects.toThrow(/unique/i);
    expect(await database.kysely.selectFrom('person').select('id').execute()).toEqual([]);
    await database.close();
  });
});
