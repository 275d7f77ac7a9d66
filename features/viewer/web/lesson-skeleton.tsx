import { Skeleton } from "#ui/skeleton.tsx";

/** In the place of a lesson or a result while it loads. */
export function LessonSkeleton() {
  return (
    <div className="lesson" aria-busy="true">
      <Skeleton shape="block" />
      <Skeleton count={4} />
    </div>
  );
}
