//! Answers a question on a GPU, and makes engines that have one.

use super::{Engine, Errand};
use crate::answer::{Answers, Found};
use crate::ask::Ask;
use crate::confirm::Halt;
use crate::duplicates;
use crate::gpu::{Seat, WORTH_IT};
use crate::methods::propose::{Proposal, propose};
use crate::methods::{self, Method, guesses};
use crate::near::ObjectPairs;
use crate::questions::{Question, QuestionKind};
use crate::report::GpuStats;
use crate::world::{self, WorldObject, WorldPair};
use crate::{Choice, Device, Error, GpuOptions, Scene, Watch};
use std::time::Duration;

impl Engine {
    /// [`Engine::auto`] always leaves scenes with fewer triangles to the CPU.
    pub const AUTO_GPU_TRIANGLES: usize = WORTH_IT;

    /// An engine on a GPU; it is an error if the GPU cannot answer.
    ///
    /// ```no_run
    /// use allide::{Choice, Engine, Overlaps, Scene};
    ///
    /// let mut engine = Engine::gpu(Choice::Auto)?;
    /// let report = engine.run(&Scene::new(), &Overlaps::new())?;
    /// assert_eq!(report.run.devices, [allide::Device::Gpu]);
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such adapter, or it cannot be used.
    pub fn gpu(choice: Choice) -> Result<Self, Error> {
        Self::gpu_with(choice, GpuOptions::default())
    }

    /// An engine on a GPU, with options for tests and measurements.
    ///
    /// # Errors
    /// Those of [`Engine::gpu`].
    pub fn gpu_with(choice: Choice, options: GpuOptions) -> Result<Self, Error> {
        Ok(Self { gpu: Some(Seat::open(choice, options)?), ..Self::default() })
    }

    /// [`Engine::auto`] with options for the GPU.
    pub fn auto_with(options: GpuOptions) -> Self {
        Self { gpu: Some(Seat::where_faster(options)), ..Self::default() }
    }

    /// The same engine, but the CPU answers what the GPU cannot, with a warning in the report.
    pub fn or_cpu(mut self) -> Self {
        if let Some(seat) = &mut self.gpu {
            seat.demanded = false;
        }
        self
    }

    /// The GPU's answer, if there is a GPU for this question. `None` leaves it to the CPU, perhaps with a warning.
    pub(super) fn try_gpu<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answers<Q::Finding>>, Error> {
        let asked = question.asked();
        let (method, kind) = (asked.method, asked.question);
        let needs_gpu = !method.devices().contains(&Device::Cpu);
        let threads = self.threads();
        let is_for_gpu = |seat: &&Seat| {
            // Walks to the nearest triangles look at so few that no GPU is faster.
            let is_faster = !(seat.is_auto() && asked.is_for_trees()) && seat.takes(errand.scene, kind, threads);
            needs_gpu || is_faster
        };
        let Some(seat) = self.gpu.as_ref().filter(is_for_gpu) else { return Ok(None) };
        if !method.devices().contains(&Device::Gpu) {
            return if seat.demanded { Err(Error::NotOnGpu { method: method.name() }) } else { Ok(None) };
        }
        match self.answer_on_gpu(question, errand, halt) {
            Err(Error::Gpu(error)) if !needs_gpu => {
                let excuse = self.gpu.as_ref().map_or(Ok(None), |seat| seat.excuse(error))?;
                warnings.extend(excuse);
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// Records that the CPU answered, and its time.
    pub(super) fn leave_to_cpu(&mut self, scene: &Scene, time: Duration) {
        if let Some(seat) = &mut self.gpu {
            seat.leave(scene, time);
        }
    }

    fn answer_on_gpu<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
    ) -> Result<Answers<Q::Finding>, Error> {
        if question.asked().method.proposes() {
            return self.answer_on_cpu(question, errand, halt, Device::Gpu);
        }
        let Errand { scene, clock, .. } = errand;
        let mut objects = world::objects(scene, &self.placed)?;
        let asked = question.asked();
        let method = if asked.method == Method::Auto { Method::Bvh } else { asked.method };
        let sets = self.on_threads(|| duplicates::recognise(scene, &mut objects, &asked));
        if let Some(set) = sets.first().filter(|_| halt.first.is_some()) {
            let witness = self.on_threads(|| duplicates::witness(scene, &objects, question, set));
            return Ok(Answers::witnessed(method, witness, sets));
        }
        let pairs = ObjectPairs::new(scene, &objects, &asked, method)?;
        let mut pairs: Vec<WorldPair<'_>> = pairs.flatten().map(|numbers| world::pair(&objects, numbers)).collect();
        let mut distant = Vec::new();
        if asked.is_nearest() {
            self.begin(scene);
            self.on_threads(|| world::place(world::of_pairs(&objects, &pairs)));
            let is_close =
                self.on_threads(|| guesses::is_close(question, &Ask::new(scene, &objects, &pairs, &asked, halt)));
            let mut is_close = is_close.into_iter();
            pairs.retain(|pair| {
                let stays = is_close.next().unwrap_or(true);
                distant.extend((!stays).then_some((pair.a.id.index, pair.b.id.index)));
                stays
            });
        }
        clock.lap("objects");
        let on_cpu = self.search_distant(question, &objects, &distant, halt, clock);
        if pairs.is_empty() && !distant.is_empty() || on_cpu.witness.is_some() {
            self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
            let (methods, devices) = (vec![Method::Bvh], vec![Device::Cpu]);
            return Ok(Answers { methods, devices, found: on_cpu, sets, gpu: None, warnings: Vec::new() });
        }
        halt.watch.inspect(|watch| watch.enter("gpu"));
        let Self { gpu, pool, .. } = self;
        let Some(seat) = gpu else { unreachable!("only asked where there is a GPU") };
        let ask = Ask::new(scene, &objects, &pairs, &asked, halt);
        let mut work = || {
            let guesses = guesses::guesses(question, &ask);
            let ask = Ask { reach: guesses.distance, method, ..ask };
            if halt.first.is_none() || asked.question == QuestionKind::Solids {
                let (mut found, stats) = seat.answer(&ask, (question, &guesses.nearest), &methods::on_gpu, clock)?;
                if halt.first.is_some() {
                    found.witness = found.first_finding(asked.least);
                }
                return Ok::<_, Error>((found, stats));
            }
            let witness = match guesses::witness(question, &ask, &guesses) {
                Some(witness) => Some(witness),
                None => seat.first(&ask, question, &methods::on_gpu)?,
            };
            Ok((Found { witness, ..Found::default() }, GpuStats::default()))
        };
        let (found, stats) = match pool {
            Some(pool) => pool.install(work)?,
            None => work()?,
        };
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        let (mut methods, mut devices) = (vec![method], vec![Device::Gpu]);
        if !distant.is_empty() {
            devices.push(Device::Cpu);
            methods.extend((method != Method::Bvh).then_some(Method::Bvh));
        }
        let found = Found { witness: found.witness, ..found.merged(on_cpu) };
        Ok(Answers { methods, devices, found, sets, gpu: Some(stats), warnings: Vec::new() })
    }

    /// The proposal of a method on the GPU, and its statistics.
    pub(super) fn propose_on_gpu(
        &mut self,
        method: Method,
        objects: &[WorldObject],
        watch: Option<&Watch>,
    ) -> Result<(Proposal, Option<GpuStats>), Error> {
        let Self { gpu, pool, .. } = self;
        let Some(seat) = gpu else { unreachable!("only asked where there is a GPU") };
        let mut attempts = 0;
        let mut work = || {
            seat.run(|open| {
                attempts += 1;
                match propose(method, objects, Some(open.gpu()), watch) {
                    Err(Error::Gpu(error)) => Err(error),
                    proposal => Ok((open.name().to_string(), proposal)),
                }
            })
        };
        let (adapter, proposal) = match pool {
            Some(pool) => pool.install(work)?,
            None => work()?,
        };
        let mut proposal = proposal?;
        let stages = std::mem::take(&mut proposal.stages);
        Ok((proposal, Some(GpuStats { adapter, stages, attempts, ..GpuStats::default() })))
    }
}
