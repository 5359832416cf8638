# Read by ctest after the lists of discovered tests: proofs that take minutes get the label `long`. tools/proof runs them,
# tools/test without arguments leaves them out.
set(long_proofs
  "Exchange\\.TwentyThousandStepsOfACascadeKeepEveryDrop"
  "Steps/ExchangeRunsFor\\..*/20000"
  "Embedding\\.DrawsTheProgramsPicture"
  "ReloadOftenTest\\.ThousandReloadsLeakNothing"
  "FluidFlow\\.TheCavityAtReynolds(400|1000)"
  "FluidFlow\\.AFinerCylinderToo"
  "FluidTransport\\.AStormOfAHundredThousandSteps"
  "PipesRivers\\.NoDropIsLostInAHundredThousandSteps"
  "BodiesDump\\.AThousandBodiesGiveTheSameBytesTwice"
  "FluidEnergy\\.OfAFineCavityGrowsAsThatOfAFinerOne"
  "Owners\\.ScenesLoadAndPlanWithEveryNameOfTheProgram"
  "SphDrops\\.HoldTogetherFromFiveSpacingsUp"
  "SphRest\\.IncompressibleColumnsStandAtEveryClockStep"
  "SphWorldTest\\.WaterRestsOnSolidsAsOnMirrors"
  "WaveModes\\.PlaneWavesHaveTheDispersionOfTheScheme"
  "ThreeHundredStepsUnderValidation/(waterfall|pour|dam|spheric2|garden|flood|regatta|ink|cylinder|spillway|wharf|meander|cascade|fountain|mill|road|raft|sliding|tide)"
  "Waters/GpuChecks\\..*"
  "OtherWaysOrRefused\\.WhateverRowOfTheTableLacks"
  "HudTest\\.AFieldHasAPanelWithItsRange"
  "ShaderFiles\\.DamagedCachesAreRebuilt"
  "ReloadTest\\.WatersTakeAnyNameWhileTheProgramRuns"
  "Owners\\.WatersMayHaveEveryNameOfTheProgram"
  "BodiesWater\\.HundredsOfBodiesGiveTheSameBytesTwice"
  "FluidTransport\\.AReversedVortexBringsTheBumpBack"
  "Samples\\.(PicturesThatRemember|AShutterSpreads|DrawnSmaller).*"
  "Faults\\.OfAWindowEndOrAreMadeGood"
  "OtherWays\\.GiveTheSameBytes/(ink|pour|float|torus)"
  "WindowTest\\.(DenseDisplaysGetLargerText|FillsTheScreenAndComesBack)"
  "WindowDrag\\.(Particles|Fluid|WavesArePressed|ABody).*"
  "ReloadTest\\.PicturesLeakNothing"
  "Scenes/Temporal(Scenes|Smaller)\\..*"
  "WindowDrag\\.ShiftPoursIntoARiver"
  "Traffic\\.PicturesWithFiguresReadLittleAndNeverWait"
  "ShallowBasins\\.(VolumeStaysForLong|TheParabola)"
  "ShallowChannels\\.StreamsOverABump"
  "ShallowWakes"
  "FluidFlow\\.ACylinderShedsVortices"
  "SphDrops\\.SwingWithLambsPeriod"
  "SphGauges\\.ReadWhatAColumnAtRestWeighs"
  "PipesBodies\\.WavesUnderAHullDieAway"
  "BodiesHydrostatics\\.BoxesHeaveWithTheirPeriod"
  "ParticleBlinkTest\\.SheetsOfADamBreakDoNotBlink"
  "Particles\\.EveryFieldColoursTheSpheres"
  "ShallowProofs"
  "ShallowWaves\\.ALakeStaysAtRest"
  "ShallowBasins\\.WaterSwingsInBowlsAsThackerSays"
  "FieldViews\\.AreBlackForNoKindOfWater"
  "WindowDrag\\.ADragPressesARiverAside"
  "WindowTest\\.ADragChangesTheFieldThatFieldsNames"
  "BodiesEnergy\\.DroppedBodiesFeedNoWaves"
  "SphIncompressible\\.ColumnsCarryTheirWeight"
  "ReflectionTest\\.FarWavesHaveTheMeanRadianceOfThoseResolved"
  "ExchangeJoin\\.AStreamFillsAPoolOfWaves"
  "ExchangeJoinAtRest\\.ALakeRests/10000"
  "Checkpoints/AllScenes\\."
  "CameraFilms\\."
  "Checkpoints\\.(AFilmInPartsIsTheFilm|AFilmOfSlurmJobs)"
  "ExchangeRegionWaves"
  "ExchangeRegionAtRest\\.StillWaterStaysStill/1200"
  "BodiesHydrostatics\\.(BoxesSettleAtTheirDraft|StableBoxesRollWithTheirPeriodAndUnstableOnesTurnOver)")
foreach(label cpu plan contract gpu physics golden e2e)
  foreach(test IN LISTS test_${label}_TESTS)
    foreach(proof IN LISTS long_proofs)
      if(test MATCHES "${proof}")
        set_tests_properties("${test}" PROPERTIES LABELS "${label};long" TIMEOUT 3600)
        break()
      endif()
    endforeach()
  endforeach()
endforeach()
