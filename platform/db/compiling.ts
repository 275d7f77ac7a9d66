import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Driver } from "kysely";
import type { DB } from "./schema.d.ts";

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** A handle whose statements run by `driver`. Cheap: one is made for each request. */
export const kyselyOf = (driver: Driver): Kysely<DB> =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createDriver: () => driver,
    },
  });

/** Compiles statements and runs none. */
export const compiling = kyselyOf(new DummyDriver());
